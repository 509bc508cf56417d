//! Completions that clap does not generate. Some of clap's generators ignore the names of
//! positional arguments, and all of them ignore settings: `uct:iterations=100,c=0.7` is one word,
//! of which the last setting is completed. Settings of parts, within parentheses, are not
//! completed. Besides verbs and options, shells complete the names of games and players, and their
//! settings.

use clap::{Arg, Command};
use clap_complete::Shell;
use sortilege_catalogue::Catalogue;
use sortilege_catalogue::setting::{Kind, Schema};
use std::fmt::Display;

/// Clap's script for a shell, with games, players and settings in it.
pub fn with_words(shell: Shell, script: &str, words: &CompletionWords) -> String {
    match shell {
        Shell::Bash => at_the_top(script, "_sortilege() {\n", &bash(words)),
        Shell::Zsh => at_the_top(script, "_sortilege() {\n", &zsh(words)),
        Shell::Fish => format!("{script}\n{}", fish(words)),
        Shell::Elvish => format!("{script}\n{}", elvish(words)),
        Shell::PowerShell => at_the_top(
            script,
            "    param($wordToComplete, $commandAst, $cursorPosition)\n",
            &power_shell(words),
        ),
        _ => script.to_string(),
    }
}

/// The script with more lines after the first one that begins a function.
fn at_the_top(script: &str, line: &str, more: &str) -> String {
    script.replacen(line, &format!("{line}{more}"), 1)
}

/// Words in single quotes, which all of these shells understand; none of ours has a quote in it.
fn quoted(words: &[impl Display], between: &str) -> String {
    words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(between)
}

/// Readline completes what follows upon the last of its own breaks, such as a colon, so of every
/// candidate that part is left out which stands before it.
fn bash(words: &CompletionWords) -> String {
    let settings = quoted(&words.settings, " ");
    format!(
        r#"    local _line="${{COMP_LINE:0:COMP_POINT}}"
    local _word="${{_line##*[[:space:]]}}"
    case "$_word" in --*=*) _word="${{_word#*=}}" ;; esac
    if [[ "$_word" == *:* ]]; then
        local _name="${{_word%%:*}}" _last="${{_word##*[:,]}}" _typed="$_word" _known _full
        local _breaks="${{COMP_WORDBREAKS//[^:=(]/}}"
        [[ -n "$_breaks" ]] && _typed="${{_word##*[$_breaks]}}"
        COMPREPLY=()
        for _known in {settings}; do
            if [[ "$_known" == "$_name:$_last"* ]]; then
                _full="${{_word%"$_last"}}${{_known#*:}}"
                COMPREPLY+=("${{_full#"${{_word%"$_typed"}}"}}")
            fi
        done
        compopt -o nospace 2>/dev/null
        return 0
    fi
"#
    )
}

fn zsh(words: &CompletionWords) -> String {
    let settings = quoted(&words.settings, " ");
    format!(
        r#"    if [[ "${{PREFIX#--*=}}" == *:* ]]; then
        local -a known
        local name="${{${{PREFIX#--*=}}%%:*}}"
        known=({settings})
        compset -P '*[:,]'
        compadd -S '' -- ${{${{(M)known:#$name:*}}#$name:}}
        return
    fi
"#
    )
}

fn fish(words: &CompletionWords) -> String {
    let settings = quoted(&words.settings, " ");
    let mut script = format!(
        r#"function __fish_sortilege_settings
    set -l token (commandline -ct | string replace -r '^--[^=]*=' '')
    set -l name (string split -m 1 : -- $token)[1]
    set -l head (string replace -r '[^:,]*$' '' -- $token)
    for known in {settings}
        set -l parts (string split -m 1 : -- $known)
        test "$parts[1]" = "$name"; and echo $head$parts[2]
    end
end

function __fish_sortilege_names
    set -l done (commandline -opc)
    not string match -q '*:*' -- (commandline -ct); and test "$done[2..-1]" = "$argv"
end

complete -c sortilege -f -n "string match -q '*:*' -- (commandline -ct)" -a "(__fish_sortilege_settings)"
"#
    );
    for (place, takes) in &words.places {
        let names = words.names(*takes).join(" ");
        script += &format!(
            "complete -c sortilege -f -n \"__fish_sortilege_names {place}\" -a \"{names}\"\n"
        );
    }
    script
}

fn elvish(words: &CompletionWords) -> String {
    let mut places = String::new();
    for (place, takes) in &words.places {
        places += &format!("    &'{place}'= [{}]\n", quoted(&words.names(*takes), " "));
    }
    format!(
        r#"use math;

var sortilege-plain = $edit:completion:arg-completer[sortilege]
var sortilege-settings = [{settings}]
var sortilege-players = [{players}]
var sortilege-options = [{options}]
var sortilege-places = [
{places}]
set edit:completion:arg-completer[sortilege] = {{|@words|
    var word = $words[-1]
    var place = (str:join ' ' $words[1..-1])
    if (str:contains $word ':') {{
        var name = (str:split &max=2 ':' $word | take 1)
        var head = $word[..(+ 1 (math:max (str:last-index $word ':') (str:last-index $word ',')))]
        for known $sortilege-settings {{
            if (str:has-prefix $known $name':') {{
                edit:complex-candidate $head(str:trim-prefix $known $name':') &code-suffix=''
            }}
        }}
    }} elif (has-value $sortilege-options $words[-2]) {{
        put $@sortilege-players
    }} else {{
        if (has-key $sortilege-places $place) {{
            put $@sortilege-places[$place]
        }}
        $sortilege-plain $@words
    }}
}}
"#,
        settings = quoted(&words.settings, " "),
        players = quoted(&words.names(Takes::Player), " "),
        options = quoted(&words.options, " "),
    )
}

fn power_shell(words: &CompletionWords) -> String {
    let mut places = String::new();
    for (place, takes) in &words.places {
        places += &format!("        '{place}' = @({})\n", quoted(&words.names(*takes), ", "));
    }
    format!(
        r#"
    $settings = @({settings})
    $players = @({players})
    $options = @({options})
    $places = @{{
{places}    }}
    $before = @($commandAst.CommandElements | Where-Object {{ $_.Extent.EndOffset -lt $cursorPosition }} |
        ForEach-Object {{ $_.ToString() }})
    $place = ($before | Select-Object -Skip 1) -join ' '
    $found = @()
    if ($wordToComplete.Contains(':')) {{
        $name = $wordToComplete.Substring(0, $wordToComplete.IndexOf(':') + 1)
        $head = $wordToComplete.Substring(0, $wordToComplete.LastIndexOfAny([char[]]@(':', ',')) + 1)
        $found = @($settings | Where-Object {{ $_.StartsWith($name) }} |
            ForEach-Object {{ $head + $_.Substring($name.Length) }})
    }} elseif ($before.Count -gt 0 -and $options -contains $before[-1]) {{
        $found = $players
    }} elseif ($places.ContainsKey($place) -and -not $wordToComplete.StartsWith('-')) {{
        $found = $places[$place]
    }}
    if ($found.Count -gt 0) {{
        $found | Where-Object {{ $_.StartsWith($wordToComplete) }} | ForEach-Object {{
            [CompletionResult]::new($_, $_, [CompletionResultType]::ParameterValue, $_)
        }}
        return
    }}
"#,
        settings = quoted(&words.settings, ", "),
        players = quoted(&words.names(Takes::Player), ", "),
        options = quoted(&words.options, ", "),
    )
}

/// What an argument names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// A game.
    Game,
    /// A player.
    Player,
    /// Either.
    Either,
}

impl Takes {
    /// What an argument names, if it names a game or a player.
    pub fn of(arg: &Arg) -> Option<Self> {
        match arg.get_id().as_str() {
            "game" => Some(Takes::Game),
            "player" | "players" | "against" | "hint" => Some(Takes::Player),
            "name" => Some(Takes::Either),
            _ => None,
        }
    }
}

/// Names, places and settings.
#[derive(Debug)]
pub struct CompletionWords {
    games: Vec<&'static str>,
    players: Vec<&'static str>,
    /// A verb, or two words of one, upon which a game or a player follows, and which of them.
    pub places: Vec<(String, Takes)>,
    /// Options that name a player, with their dashes.
    pub options: Vec<String>,
    /// `name:setting=` for each setting, and `name:setting=word` for each word that it can be.
    pub settings: Vec<String>,
}

impl CompletionWords {
    /// What a command and a catalogue know.
    pub fn new(command: &Command, catalogue: &Catalogue) -> Self {
        let (games, players) = (catalogue.games(), catalogue.player_kinds());
        let mut words = CompletionWords {
            games: games.iter().map(|game| game.name()).collect(),
            players: players.iter().map(|player| player.name).collect(),
            places: vec![],
            options: vec![],
            settings: vec![],
        };
        for verb in command.get_subcommands() {
            words.look_at(verb.get_name(), verb);
            for inner in verb.get_subcommands() {
                words.look_at(&format!("{} {}", verb.get_name(), inner.get_name()), inner);
            }
        }
        let schemas = games.iter().map(|game| game.schema()).chain(players.iter().copied());
        words.settings = schemas.flat_map(settings).collect();
        words
    }

    /// Notes down where a verb names games and players.
    fn look_at(&mut self, path: &str, verb: &Command) {
        let first = verb.get_positionals().next().and_then(Takes::of);
        self.places.extend(first.map(|takes| (path.to_string(), takes)));
        for option in verb.get_opts().filter(|option| Takes::of(option).is_some()) {
            let name = option.get_long().map(|long| format!("--{long}"));
            self.options.extend(name.filter(|name| !self.options.contains(name)));
        }
    }

    /// The names that an argument can be.
    pub fn names(&self, takes: Takes) -> Vec<&'static str> {
        match takes {
            Takes::Game => self.games.clone(),
            Takes::Player => self.players.clone(),
            Takes::Either => self.games.iter().chain(&self.players).copied().collect(),
        }
    }
}

/// The settings of a game or a player, each with its name before it.
fn settings(schema: &'static Schema) -> Vec<String> {
    let mut all = vec![];
    for field in schema.fields {
        let words: Vec<&str> = match field.kind {
            Kind::Word(words) => words.to_vec(),
            Kind::Part(parts) => parts.iter().map(|part| part.name).collect(),
            Kind::NumberOr(_, _, words) => [""].iter().chain(words).copied().collect(),
            _ => vec![""],
        };
        all.extend(words.iter().map(|word| format!("{}:{}={word}", schema.name, field.name)));
    }
    all
}
