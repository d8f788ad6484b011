#!/usr/bin/env python3
"""Recomputes the verdicts of docs/method.md with NumPy and SciPy, and shares no code with the project.

    recompute.py ROOT > recompute/expected.json

ROOT is the folder of the project. It reads the worked example of docs/method.md, the records of
docs/results, and cases.json beside this script: one experiment or more for each ruling.
"""

import collections
import itertools
import json
import math
import pathlib
import re
import sys

import numpy as np
from scipy import stats

ALPHA = 0.05
LEAST_MARGIN = 0.05
WIDEST_MARGIN = 0.25
# Metric: whether more is better, the step of the figure, whether the load generator can spoil it.
METRICS = {"throughput": (True, 0, True), "p99": (False, 1, True), "cpu": (False, 0, False)}
ENOUGH_REQUESTS = 1000
KEPT = ["http", "jersey-vertx", "models", "runtimes", "sql"]


class Control:
    """The noise of one variant measured twice."""

    def __init__(self, one=None, again=None):
        logs = np.log(one) - np.log(again) if one is not None else []
        self.rounds = len(logs)
        self.bound = self.deviation = 0.0
        if self.rounds > 1:
            self.deviation = np.std(logs, ddof=1)
            error = self.deviation / math.sqrt(self.rounds)
            reach = stats.t.ppf(0.975, self.rounds - 1) * error
            self.bound = math.exp(abs(np.mean(logs)) + reach) - 1
        else:
            self.rounds = 0


class Pair:
    """The ratio of the figures of a to those of b, round by round."""

    def __init__(self, a, b, control):
        logs = np.log(a) - np.log(b)
        self.rounds = len(logs)
        self.mean = float(np.mean(logs))
        if self.rounds > 1:
            own = np.std(logs, ddof=1)
            self.freedom = self.rounds - 1
            if own < control.deviation:
                self.freedom = min(self.rounds, control.rounds) - 1
            self.error = max(own, control.deviation) / math.sqrt(self.rounds)

    def p(self):
        if self.rounds < 2:
            return 1.0
        if self.error < 1e-12:
            return 1.0 if abs(self.mean) < 1e-12 else 0.0
        return 2 * stats.t.sf(abs(self.mean) / self.error, self.freedom)

    def interval(self, level):
        """The ends of the interval of confidence 1 - level, as logarithms."""
        reach = stats.t.isf(level / 2, self.freedom) * self.error if self.error > 1e-12 else 0.0
        return self.mean - reach, self.mean + reach


def holm(ps):
    """The adjusted p and the level of each test."""
    order = sorted(range(len(ps)), key=lambda i: ps[i])
    adjusted, levels = [0.0] * len(ps), [0.0] * len(ps)
    greatest, level = 0.0, ALPHA / len(ps) if ps else 0.0
    for rank, i in enumerate(order):
        tied = rank > 0 and ps[i] == ps[order[rank - 1]]
        if not tied and greatest < ALPHA:
            level = ALPHA / (len(ps) - rank)
        greatest = max(greatest, min(1.0, (len(ps) - rank) * ps[i]))
        adjusted[i], levels[i] = greatest, level
    return adjusted, levels


def ruling(pair, level, size, margin, step, limited):
    """The first row of method.md's table that holds, and the level of its interval.

    limited: "better" or "worse", whichever the load generator limited, or both, or nothing.
    """
    if pair.rounds < 3:
        return "PREVIEW", None
    low, high = pair.interval(level)
    near = low if pair.mean > 0 else -high
    sound = "worse" not in limited
    if near > math.log1p(margin) + 1e-9:
        return ("BETTER_AT_LEAST" if sound else "UNRANKED"), level
    if step > LEAST_MARGIN:
        return "NOT_TOLD_APART", level
    equivalent = 2 * ALPHA / size
    low, high = pair.interval(equivalent)
    if max(abs(low), abs(high)) + math.log1p(step) <= math.log1p(margin) + 1e-12:
        if limited:
            return "UNRANKED", level
        wide = margin > WIDEST_MARGIN
        return ("NOT_TOLD_APART", level) if wide else ("EQUIVALENT", equivalent)
    if near > math.log1p(step):
        return ("BETTER_SIZE_UNCLEAR" if sound else "UNRANKED"), level
    return "NOT_TOLD_APART", level


def figures(variant, metric):
    if metric not in variant:
        return None
    step = METRICS[metric][1]
    return np.maximum(np.array(variant[metric], float), step) if step else np.array(variant[metric], float)


def incomparable(variants, metric):
    values = [figures(each, metric) for each in variants]
    if any(each is None for each in values):
        return True
    if metric == "p99" and any(min(v.get("requests", [10**6])) < ENOUGH_REQUESTS for v in variants):
        return True
    return any((each == 0).any() for each in values)


def verdicts(variants, control, baseline=None):
    """The verdicts on every two of the variants, or on each and the baseline, by each metric."""
    found = []
    for metric, (more_is_better, step, of_generator) in METRICS.items():
        noise = Control()
        if control and metric in control and metric in variants[control["of"]]:
            noise = Control(figures(variants[control["of"]], metric), figures(control, metric))
        pairs = []
        for a, b in itertools.combinations(sorted(variants), 2):
            if baseline and baseline not in (a, b):
                continue
            both = [variants[a], variants[b]]
            entry = {"metric": metric, "a": a, "b": b}
            if any(each.get("failed") for each in both):
                entry["ruling"] = "UNRANKED"
            elif incomparable(both, metric):
                entry["ruling"] = "NOT_COMPARABLE"
            else:
                pair = Pair(figures(both[0], metric), figures(both[1], metric), noise)
                pairs.append((entry, pair, both))
            found.append(entry)
        adjusted, levels = holm([pair.p() for _, pair, _ in pairs])
        for (entry, pair, both), p, level in zip(pairs, adjusted, levels):
            medians = [sorted(figures(each, metric))[len(figures(each, metric)) // 2] for each in both]
            resolution = step / min(medians)
            margin = max(LEAST_MARGIN, noise.bound, resolution)
            a_is_better = more_is_better == (pair.mean > 0)
            limited = {
                "better" if is_a == a_is_better else "worse"
                for each, is_a in zip(both, [True, False])
                if of_generator and each.get("limited")
            }
            name, at = ruling(pair, level, len(pairs), margin, resolution, limited)
            entry.update(ruling=name, rounds=pair.rounds, ratio=math.exp(pair.mean), margin=margin)
            if at is not None:
                low, high = pair.interval(at)
                entry.update(low=math.exp(low), high=math.exp(high), confidence=1 - at, p=p)
            if name.startswith("BETTER"):
                entry["better"] = entry["a"] if a_is_better else entry["b"]
    return found


def example(root):
    """The rounds of the table in method.md."""
    text = (root / "docs/method.md").read_text()
    table = text[text.index("**An example.**"):]
    rows = re.findall(r"\| \d \| ([\d,]+)/s \| ([\d,]+)/s \| [\d.]+ \| ([\d,]+)/s \|", table)
    vertx, jersey, again = (np.array([float(x.replace(",", "")) for x in each]) for each in zip(*rows))
    control = Control(jersey, again)
    pair = Pair(vertx, jersey, control)
    low, high = pair.interval(0.10 / 3)
    return {
        "ratios": list(vertx / jersey),
        "control": list(jersey / again),
        "ratio": math.exp(pair.mean),
        "deviation": float(np.std(np.log(vertx / jersey), ddof=1)),
        "controlDeviation": float(control.deviation),
        "t": float(stats.t.isf(0.05 / 3, 2)),
        "low": math.exp(low),
        "high": math.exp(high),
    }


def kept(root, folder):
    """The verdicts on the records that a result is from."""
    rounds = collections.defaultdict(lambda: collections.defaultdict(list))
    origin = None
    # A round that was disturbed is repeated once, as a whole: its last attempt counts.
    runs = {}
    for file in sorted(root.glob(f"docs/results/{folder}/runs/*/run.json")):
        run = json.loads(file.read_text())
        key = run["variant"], run["round"]
        if key not in runs or run["attempt"] > runs[key]["attempt"]:
            runs[key] = run
    for run in runs.values():
        variant = rounds[run["variant"]]
        if "controlOf" in run:
            origin = run["variant"], run["controlOf"]
        variant["round"].append(run["round"])
        variant["throughput"].append(run["load"]["throughput"])
        variant["p99"].append(run["load"]["latency"]["p99"])
        variant["requests"].append(run["load"]["ok"])
        variant["cpu"].append(run["server"]["cpuMicrosPerRequest"])
        variant["heldBack"].append(any(g["name"] == "generator" and not g["passed"] for g in run["gates"]))
    for variant in rounds.values():
        order = np.argsort(variant.pop("round"))
        for name in variant:
            variant[name] = list(np.array(variant[name])[order])
        held = variant.pop("heldBack")
        variant["limited"] = 2 * sum(held) > len(held)
    control = dict(rounds.pop(origin[0]), of=origin[1])
    plan = json.loads((root / f"docs/results/{folder}/plan.json").read_text())
    return verdicts(dict(rounds), control, plan["design"].get("baseline"))


def rounded(value):
    if isinstance(value, dict):
        return {name: rounded(each) for name, each in value.items()}
    if isinstance(value, list):
        return [rounded(each) for each in value]
    return float("%.9g" % value) if isinstance(value, float) else value


def main():
    root = pathlib.Path(sys.argv[1])
    cases = json.loads(pathlib.Path(__file__).with_name("cases.json").read_text())
    result = {
        "example": example(root),
        "kept": {name: kept(root, name) for name in KEPT},
        "cases": {name: verdicts(case["variants"], case.get("control")) for name, case in cases.items()},
    }
    print(json.dumps(rounded(result), indent=1))


main()
