"""What speeds and matches share: arguments, other programs, when and where it was, tables, and the README."""

import argparse
import datetime
import importlib.metadata
import itertools
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


def commit():
    return output("git", "-C", HERE, "describe", "--always", "--dirty").strip()


def when():
    """The day, what was run on it, and how busy the machine was."""
    return f"{datetime.date.today().isoformat()}, {commit()}, load {os.getloadavg()[0]:.1f}"


def circumstances():
    """When, where and with what."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        models = [line.split(":")[1].strip() for line in file if line.startswith("model name")]
    rustc = " ".join(output("rustc", "--version").split()[:2])
    return (f"{datetime.date.today().isoformat()}, {models[0]}, {len(models)} processors, load "
            f"{os.getloadavg()[0]:.1f} at the start. Sortilege {commit()}, {rustc}, OpenSpiel "
            f"{importlib.metadata.version('open_spiel')}. One thread")


def table(title, columns, rules, lines):
    """A table in Markdown; lines that are None are left out, and so is a table without any."""
    lines = [line for line in lines if line]
    if not lines:
        return ""
    rows = [f"| {' | '.join(cells)} |\n" for cells in [columns, rules, *lines]]
    return f"\n### {title}\n\n" + "".join(rows)


def readme(name):
    """What comes before the markers of that name with the first, what is between them, and the rest."""
    first, last = f"<!-- {name} -->\n", f"<!-- /{name} -->\n"
    with open(README, encoding="utf-8") as file:
        before, rest = file.read().split(first)
    between, after = rest.split(last)
    return before + first, between, last + after


def lines_of_readme(name):
    """The lines of its tables there, by their leading cells: those before the first that is a number, or empty."""
    found = {}
    for line in readme(name)[1].splitlines():
        cells = [cell.strip() for cell in line.strip("|\n").split(" | ")]
        heading = itertools.takewhile(lambda cell: cell and not cell.replace(",", "").isdecimal(), cells)
        found[tuple(heading)] = cells
    return found


def write_into_readme(name, text):
    """Replaces what is between the markers of that name, all at once: the old README is there until the new one is
    whole."""
    before, _, after = readme(name)
    with open(f"{README}.new", "w", encoding="utf-8") as file:
        file.write(f"{before}\n{text}\n{after}")
    os.replace(f"{README}.new", README)


def tell(parser, name, tables, refused):
    """Prints the tables that were asked for, part by part, and writes them into the README if that was asked for, too;
    unless the options are refused, for a reason."""
    options = parser.parse_args()
    if why := refused(options):
        parser.error(why)
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
