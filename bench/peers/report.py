"""What speeds and matches share: arguments, other programs, when and where it was, tables, and the README."""

import argparse
import datetime
import importlib.metadata
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
README = os.path.join(HERE, "..", "..", "README.md")


class Arguments(argparse.ArgumentParser):
    """Says in one sentence what is wrong."""

    def error(self, message):
        self.exit(2, f"{self.prog}: {message}\n")


class Failed(Exception):
    """A program did not do what it was asked for, and says why."""


def output(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        raise Failed(lines[-1])
    return done.stdout


def circumstances():
    """When, where and with what."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        models = [line.split(":")[1].strip() for line in file if line.startswith("model name")]
    rustc = " ".join(output("rustc", "--version").split()[:2])
    commit = output("git", "-C", HERE, "describe", "--always", "--dirty").strip()
    return (f"{datetime.date.today().isoformat()}, {models[0]}, {len(models)} processors, load "
            f"{os.getloadavg()[0]:.1f} at the start. Sortilege {commit}, {rustc}, OpenSpiel "
            f"{importlib.metadata.version('open_spiel')}. One thread")


def table(title, columns, rules, lines):
    """A table in Markdown; lines that are None are left out, and so is a table without any."""
    lines = [line for line in lines if line]
    if not lines:
        return ""
    rows = [f"| {' | '.join(cells)} |\n" for cells in [columns, rules, *lines]]
    return f"\n### {title}\n\n" + "".join(rows)


def write_into_readme(name, text):
    """Replaces what is between the markers of that name, all at once: the old README is there until the new one is
    whole."""
    first, last = f"<!-- {name} -->\n", f"<!-- /{name} -->\n"
    with open(README, encoding="utf-8") as file:
        before, rest = file.read().split(first)
        after = rest.split(last)[1]
    with open(f"{README}.new", "w", encoding="utf-8") as file:
        file.write(before + first + "\n" + text + "\n" + last + after)
    os.replace(f"{README}.new", README)


def tell(parser, name, tables):
    """Prints the tables that were asked for, part by part, and writes them into the README if that was asked for, too."""
    options = parser.parse_args()
    if options.readme and options.only:
        parser.error("the README has all lines, not --only some")
    # Without programs it was just asked whether the arguments make sense, before they are built.
    if not options.peers:
        return
    parts = []
    for part in tables(options):
        print(part, end="", flush=True)
        parts.append(part)
    if options.readme:
        write_into_readme(name, "".join(parts))


def run(main):
    """Ends as a command should that is interrupted, or fails."""
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
    except Failed as why:
        sys.exit(f"bench/peers/run: {why}")
