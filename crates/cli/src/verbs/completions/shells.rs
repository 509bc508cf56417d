//! Completions that clap does not generate. Some of clap's generators ignore the names of
//! positional arguments, and all of them ignore settings: `uct:iterations=100,c=0.7` is one word,
//! of which the last setting is completed. Settings of parts, within parentheses, are not
//! completed.

use super::words::{Takes, Words};
use clap_complete::Shell;
use std::fmt::Display;

/// Clap's script for a shell, with games, players and settings in it.
pub fn with_words(shell: Shell, script: &str, words: &Words) -> String {
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
fn bash(words: &Words) -> String {
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

fn zsh(words: &Words) -> String {
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

fn fish(words: &Words) -> String {
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

fn elvish(words: &Words) -> String {
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

fn power_shell(words: &Words) -> String {
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
