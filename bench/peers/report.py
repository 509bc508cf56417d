"""Shared by speeds and matches: arguments, subprocesses, circumstances, tables, and the README."""

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
    """Argument parser whose errors are one sentence."""

    def error(self, message):
        self.exit(2, f"{self.prog}: {message}\n")


class Failed(Exception):
    """A program failed; the message is its reason."""


def output(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        raise Failed(lines[-1])
    return done.stdout


def commit():
    return output("git", "-C", HERE, "describe", "--always", "--dirty").strip()


def when():
    """Date, commit and load of the machine."""
    return f"{datetime.date.today().isoformat()}, {commit()}, load {os.getloadavg()[0]:.1f}"


def circumstances():
    """Date, processor, load and versions."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        models = [line.split(":")[1].strip() for line in file if line.startswith("model name")]
    rustc = " ".join(output("rustc", "--version").split()[:2])
    return (f"{datetime.date.today().isoformat()}, {models[0]}, {len(models)} processors, load "
            f"{os.getloadavg()[0]:.1f} at the start. Sortilege {commit()}, {rustc}, OpenSpiel "
            f"{importlib.metadata.version('open_spiel')}. One thread")


def table(title, columns, rules, lines):
    """A Markdown table without the lines that are None; empty if there are no lines."""
    lines = [line for line in lines if line]
    if not lines:
        return ""
    rows = [f"| {' | '.join(cells)} |\n" for cells in [columns, rules, *lines]]
    return f"\n### {title}\n\n" + "".join(rows)


def readme(name):
    """Splits the README at the markers of a name: before (with marker), between, and after."""
    first, last = f"<!-- {name} -->\n", f"<!-- /{name} -->\n"
    with open(README, encoding="utf-8") as file:
        before, rest = file.read().split(first)
    between, after = rest.split(last)
    return before + first, between, last + after


def lines_of_readme(name):
    """Table lines of a README section, by the cells before the first number or empty cell."""
    found = {}
    for line in readme(name)[1].splitlines():
        cells = [cell.strip() for cell in line.strip("|\n").split(" | ")]
        heading = itertools.takewhile(lambda cell: cell and not cell.replace(",", "").isdecimal(), cells)
        found[tuple(heading)] = cells
    return found


def write_into_readme(name, text):
    """Replaces the text between the markers of a name, atomically by renaming a complete file."""
    before, _, after = readme(name)
    with open(f"{README}.new", "w", encoding="utf-8") as file:
        file.write(f"{before}\n{text}\n{after}")
    os.replace(f"{README}.new", README)


def tell(parser, name, tables, refused):
    """Prints the tables part by part and, with --readme, writes them into the README.

    `refused` returns a reason if the options are invalid.
    """
    options = parser.parse_args()
    if why := refused(options):
        parser.error(why)
    # Without programs the call only checks the arguments, before the programs are built.
    if not options.peers:
        return
    parts = []
    for part in tables(options):
        print(part, end="", flush=True)
        parts.append(part)
    if options.readme:
        write_into_readme(name, "".join(parts))


def run(main):
    """Runs `main` and sets the exit status after an interrupt or a failure."""
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
    except Failed as why:
        sys.exit(f"bench/peers/run: {why}")
