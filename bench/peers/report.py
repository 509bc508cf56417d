"""Shared by speed measurements and matches: arguments, other programs, conditions, tables and data files."""

import argparse
import datetime
import importlib.metadata
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
RESULTS = os.path.join(HERE, "..", "results")
TABLES = os.path.join(HERE, "..", "tables")


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


def conditions(method):
    """Machine, programs and method, as `conditions.tsv` lists them."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        models = [line.split(":")[1].strip() for line in file if line.startswith("model name")]
    return {
        "processor": f"{models[0]}, {len(models)} processors",
        "compiler": " ".join(output("rustc", "--version").split()[:2]),
        "OpenSpiel": importlib.metadata.version("open_spiel"),
        "threads": "1",
        "method": method,
    }


class Table:
    """Rows for `bench/results/NAME.tsv`; the first `key` cells of a row are its name. Rows that are None are left out."""

    def __init__(self, name, title, heading, key, rows):
        self.name, self.title, self.heading, self.key = name, title, heading, key
        self.rows = [row for row in rows if row]

    def __str__(self):
        if not self.rows:
            return ""
        lines = [self.heading, ["---"] * len(self.heading), *self.rows]
        return f"\n### {self.title}\n\n" + "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def data(name):
    """The heading and the rows of a data file."""
    with open(os.path.join(RESULTS, f"{name}.tsv"), encoding="utf-8") as file:
        heading, *rows = (line.rstrip("\n").split("\t") for line in file)
    return heading, rows


def write(name, heading, rows):
    """Replaces a data file in one step: the old file remains until the new one is complete."""
    path = os.path.join(RESULTS, f"{name}.tsv")
    with open(f"{path}.new", "w", encoding="utf-8") as file:
        file.writelines("\t".join(row) + "\n" for row in [heading, *rows])
    os.replace(f"{path}.new", path)


def save(tables, kind, method):
    """Replaces the measured rows in the data files and adds new ones, then writes the tables of the documents."""
    for table in tables:
        heading, rows = data(table.name)
        if heading != table.heading:
            raise Failed(f"the columns of {table.name}.tsv are {heading}, not {table.heading}")
        measured = {tuple(row[:table.key]): row for row in table.rows}
        rows = [measured.pop(tuple(row[:table.key]), row) for row in rows]
        write(table.name, heading, [*rows, *measured.values()])
    heading, rows = data("conditions")
    at, values = heading.index(kind), conditions(method)
    for row in rows:
        row[at] = values[row[0]]
    write("conditions", heading, rows)
    output(sys.executable, TABLES)


def tell(parser, kind, method, tables, refused):
    """Prints the tables that were requested, part by part, and saves them if --save is given; `refused` returns the
    reason why options are refused."""
    options = parser.parse_args()
    if why := refused(options):
        parser.error(why)
    # Without programs only the arguments are checked, before anything is built.
    if not options.peers:
        return
    made = []
    for table in tables(options):
        print(table, end="", flush=True)
        made.append(table)
    if options.save:
        save(made, kind, method(options))


def run(main):
    """Runs `main` and sets the exit status after an interrupt or a failure."""
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
    except Failed as why:
        sys.exit(f"bench/peers/run: {why}")
