"""What pages say beside their templates: cards, links, charts, numbers in prose, the steps of a model game."""

from __future__ import annotations

from tarock.base.wordings import Entry, Listed, enumerated

_FOLDS = {1: "single", 2: "double", 3: "triple", 4: "fourfold", 5: "fivefold"}


_MATTERS = {
    "game": "what the game pays",
    "made": "the Pagat in the last trick",
    "taken": "a Pagat taken in the last trick",
    "revoke": "what a revoke costs",
    "all": "all the tricks",
}


def _fold(number: int) -> str:
    return _FOLDS.get(number, f"{number}-fold")


def _bid(seat: str, fold: int, implied: bool) -> str:
    return f"{seat} bids a {_fold(fold)} Dreier{' (the book only implies it)' * implied}."


def _legal(legal: int, held: int) -> str:
    if held == 1:
        return "one card is left"
    return f"{'one card' if legal == 1 else f'{legal} cards'} of {held} may be played"


def _score(seats: Listed, what: str, amount: int, reckoning: str) -> str:
    writes = f"{_and(seats)} each write" if len(seats) > 1 else f"{_and(seats)} writes"
    return f"{writes} {amount}: {what}{f' ({reckoning})' if reckoning else ''}."


def _revoke(seats: Listed, section: str, struck: Listed) -> str:
    return (
        f"{seats} revoked. The score so far passes over that. {section} says what it costs: therefore a second sheet, "
        f"the same game by that rule.{f' Struck out: {struck}.' if struck else ''}"
    )


def _hand(seat: str, has: Listed, lacks: Listed) -> str:
    cards = f"{has} for {lacks}" if has and lacks else f"{has} too" if has else f"no {lacks}"
    return f"{cards} in the hand of {seat}"


def _ultimo(sizes: tuple[str, ...]) -> str:
    return "The price of the Pagat in the last trick" + (f" ({sizes})" if sizes else "")


def _and(names: Listed) -> str:
    return enumerated(names, "and")


def _played(seat: str, fold: int, king: str) -> str:
    return f"{seat} plays {f'a {_fold(fold)} Dreier' if fold else 'a Solo'} and calls the {king}."


def _said(seat: str, feat: str, call: str) -> str:
    return f"{seat} announces {feat}." if call == "announce" else f"{seat} says {call}."


def _count(seats: Listed, won: int, tricks: int, points: str, whole: str, end: str, by: int) -> str:
    verb = "take" if len(seats) > 1 else "takes"
    ends = {"won": f"the game is won by {by}", "lost": f"the game is lost by {by}"}.get(end, "nobody has more: Remis")
    return (
        f"{_and(seats)} {verb} {won} of the {tricks} tricks. With what was discarded these count {points} of the "
        f"{whole} points of the pack, and more than half is needed: {ends}."
    )


def _volat(seats: Listed, tricks: int, announced: bool, section: str) -> str:
    how = "a Volat, as announced" if announced else "a Volat, which nobody had announced"
    return f"{_and(seats)} take all {tricks} tricks: {how}. By {section} the points of the cards then do not count."


def _ultimo_lost(number: int, last: bool, seat: str, card: str) -> str:
    when = "in the very last trick" if last else f"in trick {number}"
    return f"The ultimo is lost: {when} {seat} takes the Pagat with the {card}."


def _writes(seats: Listed, amount: int) -> str:
    return f"{_and(seats)} {'write' if len(seats) > 1 else 'writes'} {amount}{' each' if len(seats) > 1 else ''}."


def _revoked(number: int, seat: str, card: str, due: Listed, section: str) -> str:
    held = " or the ".join(map(str, due))
    return f"In trick {number} {seat} plays the {card}; by {section} he had to play the {held}: a revoke."


def _lines(stands: int, of: int, seats: Listed) -> str:
    if of == 1:
        return (
            f"There is one way to put the cards of {_and(seats)} right that is as good as any: what the author states "
            f"{'follows' if stands else 'does not follow'} then without a fault."
        )
    kept = f"under {stands} of them" if stands else "under none of them"
    ways = f"There are {of} ways to put the cards of {_and(seats)} right, one as good as the other"
    return f"{ways}: what the author states follows {kept}."


CATALOGUE: dict[str, Entry] = {
    # between the last two of several
    "list.and": "and",
    "list.or": "or",
    # a model game in plain words
    "lesson.order": "In which order do the cards of a {colour} suit rank, from high to low?",
    "lesson.order.answer": "In this order:",
    "lesson.trumps": "How many trumps are there, and which is the highest, which the lowest?",
    "lesson.trumps.answer": ("{count}. The highest is the {first}, then comes {second}; the lowest is {last}:"),
    "lesson.points": "How many points?",
    "lesson.fault": (
        "Trick {trick} of model game {game}: {seats} have played the first row, in this order, and before that {seat} "
        "held the second. Who plays wrongly, and why?"
    ),
    "lesson.fault.answer": lambda seat, card, due: (
        f"{seat}, who instead of the {card} had to play the {' or the '.join(map(str, due))}."
    ),
    "lesson.read": "Read it aloud. What does it ask of the player?",
    # tasks
    "task.KEEP": "{seat} plays for {side}: the Pagat makes the last trick",
    "task.CATCH": "{seat} plays for {side}: the Pagat does not make the last trick",
    "task.KING": "{seat} plays for {side}: the called king comes home",
    "task.WIN": lambda seat, side, points: (
        f"{seat} plays for {side}, which is to win" + (f" ({points} points)" if points else "")
    ),
    "task.side.declarer": "the declarer’s side",
    "task.side.defenders": "the opponents",
    "task.role.declarer": "declarer, has called the {king}",
    "task.role.partner": "his partner",
    "task.role.defender": "opponent",
    "task.dealt": "Dealt by chance (seed {seed}), trick {at}",
    "task.model": "Model game {game}, trick {at}",
    "task.solved": lambda cards: f"Solved by the {'; or the '.join(map(str, cards))}.",
    "task.or": lambda cards: " or the ".join(map(str, cards)),
    # one result, and what each book makes of it
    "result.difference": "each pays each of the others the difference of what is written",
    "result.open": "{what}: here {taken}; or {other}",
    "result.silent": lambda matter, note: _MATTERS[matter] + (f": {note}" if note else ""),
    "summary.played": _played,
    "summary.partner": lambda partner, ours, theirs: (
        f"{partner} holds that king: {_and(ours)} play against {_and(theirs)}."
    ),
    "summary.alone": lambda seat, theirs, holds: (
        f"{'He holds it himself' if holds else 'It lies in the talon'}: {seat} plays alone against {_and(theirs)}."
    ),
    "summary.said": _said,
    "summary.count": _count,
    "summary.volat": _volat,
    "summary.ultimo.made": lambda seat, announced: (
        f"{seat} takes the last trick with the Pagat: ultimo, {'as announced' if announced else 'in silence'}."
    ),
    "summary.ultimo.lost": _ultimo_lost,
    "summary.king.lost": "The called king is lost: in trick {number} {seat} takes him with the {card}.",
    "summary.king.left": "The called king, the {king}, is lost: he was left in the talon.",
    "summary.honours": "In one hand were {what}, which count too.",
    "summary.writes": _writes,
    "summary.revoke": _revoked,
    "summary.finding": lambda what, section: f"{what}{f' ({section})' if section else ''}.",
    "summary.mended": lambda count: (
        "One slip in the text is mended, with its reason."
        if count == 1
        else f"{count} slips in the text are mended, each with its reason."
    ),
    "summary.unjudged": "That cannot be judged: the record contradicts itself.",
    "summary.sound": "Nowhere: every card could be played as it was, and nothing had to be mended.",
    "summary.unseen": ("Whether the print has it too is not known."),
    "summary.seen": "So it stands in a copy of the print too.",
    "summary.stands.reproduced": "Every result that the author states follows from the cards as they stand.",
    "summary.stands.reproduced_after_emendation": (
        "Once that is mended nobody breaks a rule, and every result that the author states follows."
    ),
    "summary.stands.reproduced_after_conjecture": (
        "What the author states follows once what is out of order is put right."
    ),
    "summary.stands.undetermined": "Whether what the author states follows is left open.",
    "summary.stands.not_reproduced": "What the author states does not follow.",
    "summary.stands.cancelled": (
        "Both sides have revoked: by {section} that cancels out, as if nobody had, and the result stands."
    ),
    "summary.stands.kept": lambda seats, section: (
        f"By {section} only a win of the side that broke the rule is struck out. {_and(seats)} lost, so what the "
        "others won stands."
    ),
    "summary.stands.struck": lambda seats, section, honours: (
        f"By {section} the side of {_and(seats)}, who revoked, may write up nothing that it won"
        f"{' but the honours' if honours else ''}: as the cards stand, the result falls by the book’s own rule."
    ),
    "summary.stands.fine": lambda guilty, seats, amount: (
        _writes(seats, amount).removesuffix(".") + f" for the revoke of {guilty}."
    ),
    "summary.stands.sums": lambda sums: f"So, instead of the sums above: {' '.join(map(str, sums))}",
    "summary.stands.lines": _lines,
    # what a reading of the print would change, and what rests on words
    "print.verdict": "verdict {after} ({when} {before})",
    "print.findings.gone": "no longer found {level}: {found}",
    "print.findings.new": "newly found {level}: {found}",
    "print.level.printed": "as transcribed",
    "print.level.corrected": "as corrected",
    "print.level.conjectured": "as conjectured",
    "print.points": "declarer's points {after} ({when} {before})",
    "print.sheet": "sheet {after} ({when} {before})",
    "print.sheet.none": "no sheet can be reckoned ({when} {before})",
    "print.renonce": "sheet for the revoke {after} ({when} {before})",
    "print.renonce.none": "no sheet for the revoke ({when} {before})",
    "print.lines": "the results stand under {after} of the lines that mend the play ({when} {before})",
    "print.lines.none": "no line mends the play ({when} the results stand under {before})",
    "print.lines.needless": "nobody revokes, so no line is needed ({when} the results stand under {before})",
    "print.legal": "legal lines left {after} ({when} {before})",
    "print.claim": "{after} ({when} {before}): {name}",
    "print.computed": "claim {name} computes {after} ({when} {before})",
    "print.rests.value": "the value {name} ({before})",
    "print.rests.reads": "claims that are computed with {name}: {before}",
    "print.rests.claim": "the claim {name} ({before})",
    "print.transcript": "as our transcript",
    "print.edition": "as our edition, emended",
    "print.conjecture": "conjecture",
    "print.line": "legal line",
    "print.doubt": "considered",
    "print.stands": "nothing changes",
    "print.the_book": "then it is the book that breaks its rule here, not our transcript",
    "print.gap": "the print has the gap too; else write what stands there",
    "print.form": "nothing that is computed changes",
    "print.read_anew": "what rests on the words is read anew",
    "print.together": "with the other tricks of line {numbers} below",
    "print.alone": "of itself: ",
    "claim.open": "left open",
    "claim.settled": "not left open",
    "evidence.empty": "nothing",
    "print.none": "none",
    "print.of": "{some} of {whole:,}",
    "print.now": "now",
    "print.by_edition": "by the edition",
    "print.computed.none": "claim {name} can no longer be computed ({when} {before})",
    "print.named": "{name}: {said}",
    "print.record.doubt": "The words of the transcript",
    "print.record.conjecture": "Our conjecture",
    "print.record.emendation": "Our emendation",
    "print.kind.play": "Cards that may not be played",
    "print.kind.said": "Words of the bidding out of their order",
    "print.kind.deal": "Cards emended in a deal",
    "print.kind.game": "Words emended in the play of a game",
    "print.kind.gap": "Gaps",
    "print.kind.words": "Words added or left out by an emendation",
    "print.kind.rule": "Doubtful words on which a rule depends",
    "print.kind.sense": "Doubtful words on which the sense depends",
    "print.kind.form": "Doubtful grammar and spelling",
    # cards, for readers of the sources; ranks and suits that the termbase has are named by it
    "card.suited": "{rank} of {suit}",
    "card.numbered": "trump {number}",
    "card.Zweier": "two",
    "card.Dreier": "three",
    "card.Vierer": "four",
    "card.Siebner": "seven",
    "card.Achter": "eight",
    "card.Neuner": "nine",
    "card.Zehner": "ten",
    # what is left out of files to take away
    "export.withheld": "the text of {siglum} is left out, because its rights are not clear",
    "export.besides": "left out, because no licence for it is known to us: {what}",
    # links, headings, cells that a view makes
    "link.key": "“{title}”",
    "link.claims": "In the order of the text",
    "link.differing": "Where source and reckoning differ, or nothing decides",
    "link.hand": "Hand of {seat}",
    "link.needs": "It would need: {what}",
    "link.now": "Now {keys}",
    "link.rejected": "rejected: {value}",
    "link.summary": "Page to print",
    # titles, legends and labels of the charts of rules
    "chart.pack": "Cards in the pack",
    "chart.whole": "Points in the whole pack",
    "chart.hands": "Hands, and talon or excess",
    "chart.ultimo": _ultimo,
    "chart.at": "{siglum}: {size} consolation, at a Dreier",
    "chart.cards": "cards",
    "chart.points": "points",
    "chart.suits": "suit cards",
    "chart.tarocks": "trumps",
    "chart.hand": "a hand",
    "chart.rest": "talon or excess",
    "chart.each": "{siglum}, from each",
    "read.text": "text, edition",
    "read.english": "English, version",
    "read.values": "value, edition",
    "read.claims": "claim, edition",
    "read.doubtful": "doubtful place, edition",
    "read.pages": "page, edition",
    "read.changed": "changed since, at least in part",
    "chart.silent": "{siglum}, in silence",
    "chart.announced": "announced",
    # numbers in the prose on how a game is played, and the names of model games there
    "how_to.game": "model game {number}",
    "how_to.times": "{number} times",
    "how_to.times.1": "once",
    "how_to.times.2": "twice",
    "how_to.fold": "{number}fold",
    "how_to.fold.1/2": "half",
    "how_to.fold.1": "single",
    "how_to.fold.2": "double",
    "how_to.fold.3": "triple",
    "how_to.ordinal": "{number}th",
    "how_to.ordinal.1": "first",
    "how_to.ordinal.2": "second",
    "how_to.ordinal.3": "third",
    "how_to.ordinal.5": "fifth",
    "how_to.ordinal.8": "eighth",
    "how_to.ordinal.9": "ninth",
    "how_to.ordinal.12": "twelfth",
    # the steps of a model game at the table: the same words are shown and spoken
    "step.deal": "{dealer} deals {number} cards to each, and {talon} to the talon. {forehand} is forehand.",
    "step.bid.dreier": _bid,
    "step.bid.solo": "{seat} bids Solo.",
    "step.bid.pass": "{seat} passes.",
    "step.call": "{seat} plays, and calls {king}: who holds it is the partner.",
    "step.call.solo": "{seat} plays Solo, and calls {king} from his own hand: all others are against him.",
    "step.talon.kept": lambda seat, fold, cards: f"{seat} buys {cards}: a {_fold(fold)} Dreier.",
    "step.talon.left": lambda seat, fold, cards: (
        f"{seat} looks at {cards} (a {_fold(fold)} Dreier), lets them lie and raises himself."
    ),
    "step.talon.solo": "Nobody looks at the talon: {cards}. It counts {points} for the opponents.",
    "step.talon.unseen": lambda seat, fold: f"{seat} looks at half of the talon: a {_fold(fold)} Dreier.",
    "step.talon.unseen.solo": "Nobody looks at the talon.",
    "step.scat.unseen": "{seat} discards the Scat, face down.",
    "step.scat": (
        "{seat} discards {cards}. This Scat counts {points} for the declarer’s side, "
        "the talon left {left} for the opponents."
    ),
    "step.announce": "{seat} announces {of}.",
    "step.announce.raise": "{seat} says {call} to the {of}.",
    "step.lead": "{seat} leads {card}.",
    "step.play": "{seat} plays {card}.",
    "step.takes": "{seat} takes the trick with {card}.",
    "step.count": "The declarer’s side has {points} points of {total}: {end}.",
    "step.count.unjudged": "the result cannot be judged",
    "step.count.won": "won by {points}",
    "step.count.lost": "lost by {points}",
    "step.count.remis": "Remis, which is lost",
    "step.count.volat": "one side has taken every trick, a Volat",
    "step.score": _score,
    "step.revoke": _revoke,
    "step.open": "The book leaves open {what}. Taken here: {taken}; the other reading: {other}.",
    "turn.play.leader": "Forehand leads to the first trick",
    "turn.play.follow_suit": lambda suit, legal, held: f"Must follow {suit}: {_legal(legal, held)}",
    "turn.play.follow_tarock": lambda suit, legal, held: f"Must play a trump: {_legal(legal, held)}",
    "turn.play.must_tarock": lambda suit, legal, held: f"Has no {suit}, must play a trump: {_legal(legal, held)}",
    "turn.play.must_overtake": lambda legal, held, **_: f"Must overtake: {_legal(legal, held)}",
    "turn.play.void_free": lambda suit, **_: (
        f"Has no {'trump' if suit == 'Tarock' else f'{suit} and no trump'}: any card may be played"
    ),
    "turn.ultimo.pagat_kept": "Has announced ultimo: the Pagat must wait",
    "step.glossed": "{german} ({english})",
    "step.change.emendation": "Mended: the transcript has {was}",
    "step.change.conjecture": "Conjecture: the book has {was}",
    "step.change.hand": _hand,
    "step.change.none": "nothing of this",
    "step.change.said": "“{said}”",
    "step.name.deal": "The deal",
    "step.name.bid": "Bid {number}",
    "step.name.call": "The call",
    "step.name.talon": "The talon, look {number}",
    "step.name.scat": "The Scat",
    "step.name.announce": "Announcement {number}",
    "step.name.play": "Trick {trick}, card {number}",
    "step.name.count": "The count",
    "step.name.score": "Score, line {number}",
    "step.name.revoke": "Why a second sheet",
    "step.name.again": "Second sheet, line {number}",
    "step.name.open": "Left open, {number}",
    "step.stage.count": "The count",
    "step.stage.score": "Score sheet",
    "step.stage.revoke": "Score sheet by {section}",
    "heap.upper": "Talon, upper half",
    "heap.lower": "Talon, lower half",
    "heap.whole": "Talon",
    "heap.scat": "Scat",
    "role.declarer": "declarer",
    "role.partner": "partner",
    "role.defender": "opponent",
    "role.forehand": "forehand",
    "role.dealer": "dealer",
    "side.declarer": "declarer’s side",
    "side.defenders": "opponents",
}
