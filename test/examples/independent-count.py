"""Counts every figure of the review report again, sharing no code with the tools.

usage: independent-count.py <reviews.csv> <lexicon.json> [<first day> <last day>]

Prints JSON: {"headline": …, "tables": {<section or listing>: [[cell, …], …]}} with the cells as a
reader of the report sees them. The sentiment rule is the one told in sentiment-rule.md; the lexicon
is data, so both sides read the same file.
"""

import csv
import json
import sys
import unicodedata
from collections import Counter
from datetime import date
from decimal import Decimal, ROUND_HALF_UP, getcontext
from pathlib import Path

getcontext().prec = 60
NONE = "–"
FIELDS = ["review_id", "product", "brand", "own", "language", "rating", "date", "text"]


def half_up(numerator, denominator, digits):
    value = Decimal(numerator) / Decimal(denominator)
    return value.quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_UP)


def is_day(text):
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def complaint_about(row):
    """Why a row cannot be used; None when it can."""
    reasons = []
    if row["own"] not in ("true", "false"):
        reasons.append("own must be true or false")
    if row["language"] not in ("ko", "en"):
        reasons.append("language must be ko or en")
    if row["rating"] not in ("", "1", "2", "3", "4", "5"):
        reasons.append("rating must be 1–5 or empty")
    if not is_day(row["date"]):
        reasons.append("date must be a day such as 2026-07-01")
    return "; ".join(reasons) or None


def read_rows(path, first_day, last_day):
    with open(path, encoding="utf-8-sig", newline="") as file:
        records = [record for record in csv.reader(file, strict=True) if record]
    header = records[0]
    used, skipped, outside, seen = [], [], 0, set()
    for number, record in enumerate(records[1:], start=2):
        if len(record) != len(header):
            skipped.append([str(number), f"{len(record)} cells where the header has {len(header)}"])
            continue
        row = {name: record[header.index(name)].strip() for name in FIELDS}
        reason = complaint_about(row)
        if reason is None and row["review_id"] in seen:
            reason = f"review_id {row['review_id']} is there twice"
        if reason is not None:
            skipped.append([str(number), reason])
            continue
        seen.add(row["review_id"])
        if (first_day and row["date"] < first_day) or (last_day and row["date"] > last_day):
            outside += 1
            continue
        row["stars"] = int(row["rating"]) if row["rating"] else None
        used.append(row)
    return used, skipped, outside, len(records) - 1


def tokens(text):
    """Lower-case words, and None wherever a clause ends."""
    ends = set('.,!?;:…~()[]"“”|/\n\r')
    word = ""
    for character in unicodedata.normalize("NFC", text).lower().replace("’", "'") + "\n":
        if not (character.isspace() or character in ends):
            word += character
            continue
        while word and unicodedata.category(word[0])[0] not in "LN":
            word = word[1:]
        while word and unicodedata.category(word[-1])[0] not in "LN":
            word = word[:-1]
        if word in ("but", "however", "though", "although"):
            yield None
        elif word:
            yield word
        word = ""
        if character in ends:
            yield None


def look_up(lexicon, word):
    for sign, side in ((1, "positive"), (-1, "negative")):
        for entry in lexicon[side]:
            if word in entry["en"] or any(word.startswith(stem) for stem in entry["ko"]):
                return sign, entry["word"]
    return None


def read_clause(lexicon, words):
    """(sign after negation, sign before, lexicon word) of every lexicon word in a clause."""
    found = {i: look_up(lexicon, w) for i, w in enumerate(words)}
    hits = [i for i in found if found[i]]
    turned = set()
    for i in hits:
        before = words[:i][-4:]
        if set(before) & {"not", "no", "never", "without", "hardly", "neither", "nor"}:
            turned.add(i)
        if any(w.endswith("n't") for w in before):
            turned.add(i)
        if before and before[-1] in ("안", "못", "덜"):
            turned.add(i)
        if "않" in words[i] or "없" in words[i]:
            turned.add(i)
    for j, word in enumerate(words):
        reach = 0
        if word[0] in "않없" or word[:2] == "사라":
            reach = 2
        elif word == "안" and not found.get(j + 1):
            reach = 1
        nearest = [i for i in hits if j - reach <= i < j]
        if nearest:
            turned.add(max(nearest))
    return [(-found[i][0] if i in turned else found[i][0], found[i][0], found[i][1]) for i in hits]


def judge(lexicon, row):
    hits, clause = [], []
    for token in [*tokens(row["text"]), None]:
        if token is not None:
            clause.append(token)
            continue
        hits += read_clause(lexicon, clause)
        clause = []
    row["score"] = sum(sign for sign, _, _ in hits)
    row["complaints"] = {name for sign, plain, name in hits if sign == plain == -1}
    votes = (row["score"] > 0) - (row["score"] < 0)
    if row["stars"] is not None:
        votes += (row["stars"] > 3) - (row["stars"] < 3)
    if row["stars"] is None and not row["text"]:
        row["label"] = "not judged"
    else:
        row["label"] = "positive" if votes > 0 else "negative" if votes < 0 else "neutral"


def stars(rows):
    return [row["stars"] for row in rows if row["stars"] is not None]


def mean(rows):
    given = stars(rows)
    return str(half_up(sum(given), len(given), 2)) if given else NONE


def share(count, total):
    return f"{count} ({half_up(100 * count, total, 1)}%)" if total else str(count)


def plus(value):
    return f"{value:+}" if value else str(abs(value))


def mean_difference(ours, theirs):
    a, b = stars(ours), stars(theirs)
    if not a or not b:
        return None
    return half_up(sum(a) * len(b) - sum(b) * len(a), len(a) * len(b), 2)


def product_tables(lexicon, rows):
    order = {entry["word"]: place for place, entry in enumerate(lexicon["negative"])}
    names = sorted({(row["own"] != "true", row["product"]) for row in rows})
    sentiment, complaints = [], []
    for rival, name in names:
        mine = [row for row in rows if row["product"] == name]
        labels = Counter(row["label"] for row in mine)
        judged = len(mine) - labels["not judged"]
        sentiment.append(
            [name, mine[0]["brand"], "competitor" if rival else "own"]
            + [str(len(mine)), str(len(stars(mine))), mean(mine)]
            + [share(labels[label], judged) for label in ("positive", "neutral", "negative")]
            + [str(labels["not judged"])]
        )
        named = Counter(word for row in mine for word in row["complaints"])
        top = sorted(named.items(), key=lambda item: (-item[1], order[item[0]]))[:3]
        angry = [row for row in mine if row["label"] == "negative" and row["text"]]
        sharpest = min(angry, key=lambda row: row["score"]) if angry else None
        complaints.append(
            [
                name,
                ", ".join(f"{word} ({count})" for word, count in top) or NONE,
                f"{sharpest['review_id']}: {shown(sharpest['text'])}" if sharpest else NONE,
            ]
        )
    return sentiment, complaints


def shown(text):
    """A quoted text as the report shows it: cut at 160 characters, on one line."""
    cut = text if len(text) <= 160 else text[:160] + "…"
    return " ".join(cut.split())


def comparison_tables(rows):
    ours = [row for row in rows if row["own"] == "true"]
    theirs = [row for row in rows if row["own"] == "false"]
    good = [sum(1 for given in stars(side) if given >= 4) for side in (ours, theirs)]
    rated = [len(stars(side)) for side in (ours, theirs)]
    gap = NONE
    if all(rated):
        points = half_up(1000 * (good[0] * rated[1] - good[1] * rated[0]), rated[0] * rated[1], 0) / 10
        gap = f"{points:+.1f} %p" if points else "0.0 %p"
    difference = mean_difference(ours, theirs)
    products = [len({row["product"] for row in side}) for side in (ours, theirs)]
    comparison = [
        ["Products", str(products[0]), str(products[1]), ""],
        ["Reviews", str(len(ours)), str(len(theirs)), ""],
        ["Rated", str(rated[0]), str(rated[1]), ""],
        ["Average rating", mean(ours), mean(theirs), NONE if difference is None else plus(difference)],
        ["Ratings of 4 or 5", share(good[0], rated[0]), share(good[1], rated[1]), gap],
    ]
    trend = []
    for month in sorted({row["date"][:7] for row in rows}):
        us = [row for row in ours if row["date"][:7] == month]
        them = [row for row in theirs if row["date"][:7] == month]
        gap = mean_difference(us, them)
        counts = str(len(stars(us))), str(len(stars(them)))
        trend.append(
            [month, mean(us), counts[0], mean(them), counts[1], NONE if gap is None else plus(gap)]
        )
    return comparison, trend, difference, mean(ours), mean(theirs)


def main():
    path, lexicon_path, first_day, last_day = (sys.argv[1:] + [None, None])[:4]
    lexicon = json.loads(Path(lexicon_path).read_text(encoding="utf-8"))
    rows, skipped, outside, total = read_rows(path, first_day, last_day)
    for row in rows:
        judge(lexicon, row)
    sentiment, complaints = product_tables(lexicon, rows)
    comparison, trend, difference, ours, theirs = comparison_tables(rows)
    unrated = [row for row in rows if row["stars"] is None]
    silent = [row for row in rows if not row["text"]]
    days = sorted(row["date"] for row in rows)
    headline = [ours, theirs] + ([] if not difference else [str(abs(difference))])
    tables = {
        "Scope": [
            ["File", Path(path).name],
            ["First review", days[0]],
            ["Last review", days[-1]],
            ["Rows in the file", str(total)],
            ["Reviews used", str(len(rows))],
            ["Outside the dates", str(outside)],
            ["Skipped rows", str(len(skipped))],
            ["Reviews without rating", str(len(unrated))],
            ["Reviews without text", str(len(silent))],
        ],
        "Sentiment by product": sentiment,
        "Complaints": complaints,
        "Own products and competitors": comparison,
        "Monthly trend": trend,
        "Without rating": [[r["review_id"], r["product"], shown(r["text"]) or NONE] for r in unrated],
        "Without text": [[r["review_id"], r["product"], r["rating"] or NONE] for r in silent],
        "Skipped": skipped,
    }
    json.dump({"headline": headline, "tables": tables}, sys.stdout, ensure_ascii=False)


main()
