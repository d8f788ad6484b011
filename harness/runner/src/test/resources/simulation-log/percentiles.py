"""Percentiles of a simulation.log of Gatling 3.15, without any of this project's code.

    python3 percentiles.py simulation.log [another.log ...]     # of all of them together

Reads the log by the layout of Gatling's LogFileDataWriter, sorts the response times of all OK requests,
and takes percentiles by nearest rank: the k-th smallest of n, where k = ceil(n * p / 100).
"""
import struct
import sys

log = b""
at = 0
names = []
ok = []


def take(layout):
    global at
    value = struct.unpack_from(">" + layout, log, at)[0]
    at += struct.calcsize(">" + layout)
    return value


def text():
    global at
    length = take("i")
    if length == 0:
        return ""
    raw, utf16 = log[at : at + length], log[at + length]
    at += length + 1
    return raw.decode("utf-16-le" if utf16 else "latin-1")


def cached():
    number = take("i")
    if number < 0:
        return names[-number - 1]
    names.append(text())
    return names[-1]


for name in sys.argv[1:]:
    log, at, names = open(name, "rb").read(), 0, []
    assert take("b") == 0
    text(), text(), take("q"), text()
    for _ in range(take("i")):
        text()
    for _ in range(take("i")):
        length = take("i")
        at += length

    while at < len(log):
        kind = take("b")
        if kind == 1:
            for _ in range(take("i")):
                cached()
            cached()
            start, end, good = take("i"), take("i"), take("b")
            cached()
            if good:
                ok.append(end - start)
        elif kind == 2:
            take("i"), take("b"), take("i")
        elif kind == 3:
            for _ in range(take("i")):
                cached()
            take("i"), take("i"), take("i"), take("b")
        elif kind == 4:
            cached(), take("i")
        else:
            raise ValueError(f"record type {kind} at byte {at - 1}")

ok.sort()
print("n", len(ok), "min", ok[0], "mean %.3f" % (sum(ok) / len(ok)), end=" ")
for p in (500, 750, 900, 950, 990, 999):
    print("p%g" % (p / 10), ok[-(-len(ok) * p // 1000) - 1], end=" ")
print("max", ok[-1])
