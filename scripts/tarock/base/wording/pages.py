"""Wording of pages beside their templates: cards, links, charts, numbers in prose, the steps of a model game."""

from __future__ import annotations

from tarock.base.i18n import Listed, Wording, join_list, join_with_and, npgettext, pgettext

_MATTERS = {
    "game": "what the game pays",
    "made": "the Pagat in the last trick",
    "taken": "a Pagat taken in the last trick",
    "revoke": "what a revoke costs",
    "all": "all the tricks",
}
_DREIERS = {
    1: "a single Dreier",
    2: "a double Dreier",
    3: "a triple Dreier",
    4: "a fourfold Dreier",
    5: "a fivefold Dreier",
}


_BID_DREIERS = {1: "single Dreier", 2: "double Dreier", 3: "triple Dreier", 4: "fourfold Dreier", 5: "fivefold Dreier"}


def _format_dreier(fold: int, context: str = "dreier") -> str:
    return pgettext(context, _DREIERS.get(fold, "a {fold}-fold Dreier"), fold=fold)


def _format_in_brackets(text: object) -> str:
    return f" ({text})" if text else ""


def _format_or_the(cards: Listed) -> str:
    *others, last = map(str, cards)
    before = pgettext("task.or", ", the ").join(others)
    return before + pgettext("task.or", " or the ") + last if before else last


def _format_win(seat: str, side: str, points: str) -> str:
    key = "task.WIN"
    needed = pgettext(key, " ({points} points)", points=points) if points else ""
    return pgettext(key, "You play {seat}, for {side}: win the game", seat=seat, side=side) + needed


def _format_silent(matter: str, note: str) -> str:
    what = pgettext("result.silent", _MATTERS[matter])
    return f"{what}: {note}" if note else what


def _format_played(seat: str, fold: int, king: str) -> str:
    game = _format_dreier(fold) if fold else pgettext("dreier", "a Solo")
    return pgettext("summary.played", "{seat} plays {game} and calls the {king}.", seat=seat, game=game, king=king)


def _format_alone(seat: str, theirs: Listed, holds: bool) -> str:
    own = "He holds it himself: {seat} plays alone against {theirs}."
    text = own if holds else "It lies in the talon: {seat} plays alone against {theirs}."
    return pgettext("summary.alone", text, seat=seat, theirs=join_with_and(theirs))


def _format_said(seat: str, feat: str, call: str) -> str:
    text = "{seat} announces {feat}." if call == "announce" else "{seat} says {call}."
    return pgettext("summary.said", text, seat=seat, feat=feat, call=call)


def _count(seats: Listed, won: int, tricks: int, points: str, whole: str, end: str, by: int) -> str:
    key = "summary.count"
    ends = {"won": "the game is won by {by}", "lost": "the game is lost by {by}"}
    return npgettext(
        key,
        "{seats} takes {won} of the {tricks} tricks. With the discard these count {points} of the {whole} points "
        "of the pack. More than half is needed: {end}.",
        "{seats} take {won} of the {tricks} tricks. With the discard these count {points} of the {whole} points of "
        "the pack. More than half is needed: {end}.",
        len(seats),
        seats=join_with_and(seats),
        won=won,
        tricks=tricks,
        points=points,
        whole=whole,
        end=pgettext(key, ends.get(end, "nobody has more: Remis"), by=by),
    )


def _format_volat(seats: Listed, tricks: int, announced: bool, section: str) -> str:
    key = "summary.volat"
    how = pgettext(key, "a Volat, as announced" if announced else "a Volat, which nobody had announced")
    text = "{seats} take all {tricks} tricks: {how}. By {section} the points of the cards then do not count."
    return pgettext(key, text, seats=join_with_and(seats), tricks=tricks, how=how, section=section)


def _format_ultimo_made(seat: str, announced: bool) -> str:
    said = "{seat} takes the last trick with the Pagat: ultimo, as announced."
    text = said if announced else "{seat} takes the last trick with the Pagat: ultimo, in silence."
    return pgettext("summary.ultimo.made", text, seat=seat)


def _format_ultimo_lost(number: int, last: bool, seat: str, card: str) -> str:
    at_the_end = "The ultimo is lost: in the very last trick {seat} takes the Pagat with the {card}."
    text = at_the_end if last else "The ultimo is lost: in trick {number} {seat} takes the Pagat with the {card}."
    return pgettext("summary.ultimo.lost", text, number=number, seat=seat, card=card)


def _format_writes(seats: Listed, amount: int) -> str:
    one, several = "{seats} writes {amount}.", "{seats} write {amount} each."
    return npgettext("summary.writes", one, several, len(seats), seats=join_with_and(seats), amount=amount)


def _format_fine(guilty: str, seats: Listed, amount: int) -> str:
    one, several = (
        "{seats} writes {amount} for the revoke of {guilty}.",
        "{seats} write {amount} each for the revoke of {guilty}.",
    )
    key, names = "summary.stands.fine", join_with_and(seats)
    return npgettext(key, one, several, len(seats), seats=names, amount=amount, guilty=guilty)


def _format_revoked(number: int, seat: str, card: str, due: Listed, section: str) -> str:
    text = "In trick {number} {seat} plays the {card}; by {section} he had to play the {due}: a revoke."
    return pgettext(
        "summary.revoke", text, number=number, seat=seat, card=card, due=_format_or_the(due), section=section
    )


def _format_kept(seats: Listed, section: str) -> str:
    text = (
        "By {section} only a win of the side that broke the rule is struck out. {seats} lost, so what the others "
        "won stands."
    )
    return npgettext("summary.stands.kept", text, text, len(seats), seats=join_with_and(seats), section=section)


def _format_struck(seats: Listed, section: str, honours: bool) -> str:
    nothing = (
        "The side of {seats} has revoked: by {section} it may write nothing that it won. As the cards stand, the "
        "book’s own rule strikes out the result."
    )
    but_honours = (
        "The side of {seats} has revoked: by {section} it may write nothing that it won except the honours. As the "
        "cards stand, the book’s own rule strikes out the result."
    )
    text = but_honours if honours else nothing
    return pgettext("summary.stands.struck", text, seats=join_with_and(seats), section=section)


def _format_lines(stands: int, of: int, seats: Listed) -> str:
    if of == 1:
        follows = (
            "Of the ways to put the cards of {seats} right, one is the best: with it the game has "
            "no fault, and what the author states follows."
        )
        does_not = (
            "Of the ways to put the cards of {seats} right, one is the best: but with it, what the author states "
            "does not follow."
        )
    else:
        follows = (
            "There are {of} ways to put the cards of {seats} right, each as good as the others. What the author "
            "states follows in {stands} of them."
        )
        does_not = (
            "There are {of} ways to put the cards of {seats} right, each as good as the others. What the author "
            "states follows in none of them."
        )
    text = follows if stands else does_not
    return pgettext("summary.stands.lines", text, of=of, seats=join_with_and(seats), stands=stands)


def _format_bid(seat: str, fold: int, implied: bool) -> str:
    text = "{seat} bids {dreier} (the book only implies it)." if implied else "{seat} bids {dreier}."
    return pgettext("step.bid.dreier", text, seat=seat, dreier=_format_dreier(fold))


def _format_looked_at(key: str, text: str) -> Wording:
    return lambda fold, **values: pgettext(key, text, dreier=_format_dreier(fold, "dreier, without article"), **values)


def _format_score(seats: Listed, what: str, amount: int, reckoning: str) -> str:
    return npgettext(
        "step.score",
        "{seats} writes {amount}: {what}{reckoning}.",
        "{seats} each write {amount}: {what}{reckoning}.",
        len(seats),
        seats=join_with_and(seats),
        amount=amount,
        what=what,
        reckoning=_format_in_brackets(reckoning),
    )


def _format_revoke(seats: Listed, section: str, struck: Listed) -> str:
    key = "step.revoke"
    text = (
        "{seats} revoked. The score so far passes over that. {section} says what it costs: so there is a second "
        "sheet, for the same game by that rule.{struck}"
    )
    names = join_list(seats, pgettext(key, ", "))
    struck_out = pgettext(key, " Struck out: {struck}.", struck=struck) if struck else ""
    return npgettext(key, text, text, len(seats), seats=names, section=section, struck=struck_out)


def _turn(key: str, text: str) -> Wording:
    """Return the wording of a duty in a trick, and how many of the cards held may be played."""

    def turn(legal: int, held: int, suit: str = "") -> str:
        if held == 1:
            may = pgettext("turn.play", "one card is left")
        else:
            one, several = "one of the {held} cards may be played", "{legal} of the {held} cards may be played"
            may = npgettext("turn.play", one, several, legal, legal=legal, held=held)
        return pgettext(key, text, suit=suit, may=may)

    return turn


def _format_void(suit: str, **_: object) -> str:
    no_trump = "No trump in hand: any card may be played"
    text = no_trump if suit == "Tarock" else "No {suit} and no trump in hand: any card may be played"
    return pgettext("turn.play.void_free", text, suit=suit)


def _format_other_hand(seat: str, has: Listed, lacks: Listed) -> str:
    if has and lacks:
        text = "{has} for {lacks} in the hand of {seat}"
    else:
        text = "{has} too in the hand of {seat}" if has else "no {lacks} in the hand of {seat}"
    return pgettext("step.change.hand", text, seat=seat, has=has, lacks=lacks)


WORDINGS: dict[str, Wording] = {
    # between the last two of several
    "list.and": "and",
    "list.or": "or",
    # a model game in plain words
    "lesson.order": lambda colour: pgettext(
        "lesson.order",
        "In which order do the cards of a red suit rank, from high to low?"
        if colour == "red"
        else "In which order do the cards of a black suit rank, from high to low?",
    ),
    "lesson.order.answer": "In this order:",
    "lesson.trumps": "How many trumps are there? Which is the highest, and which the lowest?",
    "lesson.trumps.answer": ("{count}. The highest is the {first}, then comes the {second}. The lowest is the {last}:"),
    "lesson.points": "How many points?",
    "lesson.fault": (
        "Trick {trick} of model game {game}: the first row has the cards that {seats} played, in this order. The "
        "second row has the hand of {seat} before that. Who plays wrongly, and why?"
    ),
    "lesson.fault.answer": lambda seat, card, due: pgettext(
        "lesson.fault.answer",
        "{seat} does: he should have played the {due} instead of the {card}.",
        seat=seat,
        card=card,
        due=_format_or_the(due),
    ),
    "lesson.read": "Read it aloud. What does it ask of the player?",
    # tasks
    "task.KEEP": "You play {seat}, for {side}: take the last trick with the Pagat",
    "task.CATCH": "You play {seat}, for {side}: keep the Pagat from taking the last trick",
    "task.KING": "You play {seat}, for {side}: bring the called king home",
    "task.WIN": _format_win,
    "task.side.declarer": "the declarer’s side",
    "task.side.defenders": "the opponents",
    "task.role.declarer": "declarer; called the {king}",
    "task.role.partner": "his partner",
    "task.role.defender": "opponent",
    "task.dealt": "Dealt at random (deal {seed} of the program), trick {at}",
    "task.model": "Model game {game}, trick {at}",
    "task.solved": lambda cards: pgettext("task.solved", "Solved by the {cards}.", cards=_format_or_the(cards)),
    # one result, and what each book makes of it
    "result.difference": "each pays each of the others the difference of what is written",
    "result.open": "{what}: here {taken}; or {other}",
    "result.silent": _format_silent,
    "summary.played": _format_played,
    "summary.partner": lambda partner, ours, theirs: pgettext(
        "summary.partner",
        "{partner} holds that king: {ours} play against {theirs}.",
        partner=partner,
        ours=join_with_and(ours),
        theirs=join_with_and(theirs),
    ),
    "summary.alone": _format_alone,
    "summary.said": _format_said,
    "summary.count": _count,
    "summary.volat": _format_volat,
    "summary.ultimo.made": _format_ultimo_made,
    "summary.ultimo.lost": _format_ultimo_lost,
    "summary.king.lost": "The called king is lost: in trick {number} {seat} takes him with the {card}.",
    "summary.king.left": "The called king, the {king}, is lost: he was left in the talon.",
    "summary.honours": "{what} were in one hand and count too.",
    "summary.writes": _format_writes,
    "summary.stake": (
        "These sums are reckoned at the middle consolation, which holds where nothing is agreed ({section})."
    ),
    "summary.footing": "The sums depend on how we read {section}: {about}.",
    "summary.revoke": _format_revoked,
    "summary.finding": lambda what, section: f"{what}{_format_in_brackets(section)}.",
    "summary.mended": lambda count: npgettext(
        "summary.mended",
        "One slip in the text is mended, with its reason.",
        "{count} slips in the text are mended, each with its reason.",
        count,
        count=count,
    ),
    "summary.unjudged": "That cannot be judged: the record contradicts itself.",
    "summary.sound": "Nowhere: every card could be played as it was, and nothing had to be mended.",
    "summary.unseen": ("Nobody knows whether the printed book has it too."),
    "summary.seen": "So it stands in a copy of the print too.",
    "summary.stands.reproduced": "Every result that the author states follows from the cards as they stand.",
    "summary.stands.reproduced_after_emendation": (
        "Once that is mended nobody breaks a rule, and every result that the author states follows."
    ),
    "summary.stands.reproduced_after_conjecture": (
        "What the author states follows once what is out of order is put right."
    ),
    "summary.stands.undetermined": "It stays open whether what the author states follows.",
    "summary.stands.not_reproduced": "What the author states does not follow.",
    "summary.stands.cancelled": (
        "Both sides have revoked: by {section} that cancels out, as if nobody had, and the result stands."
    ),
    "summary.stands.kept": _format_kept,
    "summary.stands.struck": _format_struck,
    "summary.stands.fine": _format_fine,
    "summary.stands.sums": lambda sums: pgettext(
        "summary.stands.sums", "So, instead of the sums above: {sums}", sums=" ".join(map(str, sums))
    ),
    "summary.stands.lines": _format_lines,
    "summary.conjectures": lambda sums: pgettext(
        "summary.conjectures",
        "With a conjecture the sum is different: {sums}",
        sums=pgettext("summary.conjectures", " Or: ").join(map(str, sums)),
    ),
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
    "print.kind.probable": "Words emended where another reading is possible",
    "print.kind.value": "Words emended on which a value or claim rests",
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
    "link.rejected": "rejected: {value}",
    "link.summary": "Tonight",
    # titles, legends and labels of the charts of rules
    "chart.pack": "Cards in the pack",
    "chart.whole": "Points in the whole pack",
    "chart.hands": "Hands, and talon or excess",
    "chart.ultimo": lambda sizes: pgettext(
        "chart.ultimo", "The price of the Pagat in the last trick{sizes}", sizes=_format_in_brackets(sizes)
    ),
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
    "how_to.ruling": "our ruling",
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
    "step.bid.dreier": _format_bid,
    "step.bid.solo": "{seat} bids Solo.",
    "step.bid.pass": "{seat} passes.",
    "step.call": "{seat} plays, and calls {king}: who holds it is the partner.",
    "step.call.solo": "{seat} plays Solo, and calls {king} from his own hand: all others are against him.",
    "step.talon.kept": _format_looked_at("step.talon.kept", "{seat} buys {cards}: {dreier}."),
    "step.talon.left": _format_looked_at(
        "step.talon.left", "{seat} looks at {cards} ({dreier}), lets them lie and raises himself."
    ),
    "step.talon.solo": "Nobody looks at the talon: {cards}. It counts {points} for the opponents.",
    "step.talon.unseen": _format_looked_at("step.talon.unseen", "{seat} looks at half of the talon: {dreier}."),
    "step.talon.unseen.solo": "Nobody looks at the talon.",
    "step.scat.unseen": "{seat} discards the Scat, face down.",
    "step.scat": (
        "{seat} discards {cards}. This Scat counts {points} for the declarer’s side, the talon left {left} for the "
        "opponents."
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
    "step.score": _format_score,
    "step.revoke": _format_revoke,
    "step.open": "The book leaves open {what}. Taken here: {taken}; the other reading: {other}.",
    "turn.play.leader": "Forehand leads to the first trick",
    "turn.play.follow_suit": _turn("turn.play.follow_suit", "Must follow {suit}: {may}"),
    "turn.play.follow_tarock": _turn("turn.play.follow_tarock", "Must play a trump: {may}"),
    "turn.play.must_tarock": _turn("turn.play.must_tarock", "No {suit} in hand, so a trump must be played: {may}"),
    "turn.play.must_overtake": _turn("turn.play.must_overtake", "Must overtake: {may}"),
    "turn.play.void_free": _format_void,
    "turn.ultimo.pagat_kept": "Ultimo is announced: the Pagat must wait",
    "step.glossed": "{german} ({english})",
    "step.change.emendation": "Mended: the transcript has {was}",
    "step.change.conjecture": "Conjecture: the book has {was}",
    "step.change.hand": _format_other_hand,
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
    # what is said at the table at which a visitor plays
    "path.pack": (
        "The pack has {cards} cards: {tarocks} trumps and {suits} suits of {each}. "
        "These count most, {points} points each: {best}."
    ),
    "path.pack.asked": "Click a card of your hand that counts {points} points.",
    "path.rank": "From the highest, the trumps: {tarocks}; {orders}.",
    "path.rank.asked": "Click your highest card of {suit}.",
    "path.follow.yes": "{suit} is led. Who has a card of that suit must play one.",
    "path.follow.over": (
        "{suit} is led. Who has a card of that suit must play one, and a higher one than lies there if he can."
    ),
    "path.follow.no": "{suit} is led, and nobody has to follow suit.",
    "path.trump.yes": "{suit} is led, and you have none. Then you must play a trump as long as you have one.",
    "path.trump.over": (
        "{suit} is led, and you have none. Then you must play a trump as long as you have one, and a "
        "higher one than lies there if you can."
    ),
    "path.trump.no": "{suit} is led, and you have none. Then you may play any card.",
    "path.play.asked": "Click a card that you may play.",
    "path.taker.yes": (
        "The highest trump takes the trick; without a trump it is the highest card of the suit that was led."
    ),
    "path.taker.no": "The highest card of the suit that was led takes the trick, whatever else is played.",
    "path.taker.asked": "Who takes this trick?",
    "path.count": (
        "Cards are counted by {group}. Alone, {values}; the others, such as {plain}, count nothing beside "
        "them. As {counting} of the {group} count, {number} point is taken off.",
        "Cards are counted by {group}. Alone, {values}; the others, such as {plain}, count nothing beside "
        "them. As {counting} of the {group} count, {number} points are taken off.",
    ),
    "path.count.asked": "How many points are these cards together?",
    "path.call.may": (
        "The declarer calls a king ({kings}). Who holds it is his partner, and says nothing of it. Who calls "
        "a king of his own plays alone."
    ),
    "path.call.must": "The declarer calls a king ({kings}), and it must be one of his own: he plays alone.",
    "path.call.may not": (
        "The declarer calls a king ({kings}) that he does not hold. Who holds it is his partner, and says "
        "nothing of it."
    ),
    "path.call.asked": "You are the declarer. Call a king that brings you a partner.",
    "path.call.any": "You are the declarer. Call a king that you may call.",
    "path.bid.higher": (
        "One plays a Dreier of one to {folds} folds, or Solo; the highest game is {highest}. The highest bid plays."
    ),
    "path.bid.earlier": (
        "One plays a Dreier of one to {folds} folds, or Solo; the highest game is {highest}. The highest bid plays; of "
        "equal bids, the one of the player who comes first in turn."
    ),
    "path.bid.asked": "{forehand} is forehand. {seat} has bid: {bid}. Choose a bid by which you would play yourself.",
    "path.talon": (
        "A Dreier buys half of the talon, {half} cards. Who does not like them takes the other half: that "
        "raises his own game by {number} fold. Changes at most: {most}.",
        "A Dreier buys half of the talon, {half} cards. Who does not like them takes the other half: that "
        "raises his own game by {number} folds. Changes at most: {most}.",
    ),
    "path.talon.asked": "You play a {bid} and see this half. How many folds has your game if you take the other one?",
    "path.discard.last": (
        "After buying, {count} cards are discarded. Never: {never}. Trumps only where the cards of the "
        "suits do not suffice."
    ),
    "path.discard.any": "After buying, {count} cards are discarded. Never: {never}.",
    "path.discard.none": "After buying, {count} cards of the suits are discarded. Never: {never}.",
    "path.discard.asked": "Click a card that you may discard.",
    "path.ultimo.yes": (
        "Ultimo is to take the last trick with the {pagat}. Who has announced it keeps the {pagat} as "
        "long as he has another trump."
    ),
    "path.ultimo.no": (
        "Ultimo is to take the last trick with the {pagat}. Who has announced it may still play it before."
    ),
    "path.ultimo.asked": "You have announced ultimo. Click a card that you may play.",
    "path.pay.once": (
        "Who wins a Dreier writes the points above {margin} times {multiplier}, and the consolation of "
        "{price} once, of however many folds it was."
    ),
    "path.pay.each": (
        "Who wins a Dreier writes the points above {margin} times {multiplier}, and the consolation of "
        "{price} for each fold."
    ),
    "path.pay.asked": "You have won a {bid}: your side has {points} points of {total}. How many Points do you write?",
    "path.topic.pack": "The pack",
    "path.topic.rank": "Rank",
    "path.topic.follow": "Follow suit",
    "path.topic.trump": "Trump",
    "path.topic.taker": "Who takes",
    "path.topic.count": "Count by threes",
    "path.topic.call": "Call a king",
    "path.topic.bid": "Bid",
    "path.topic.talon": "The talon",
    "path.topic.discard": "Discard",
    "path.topic.ultimo": "Ultimo",
    "path.topic.pay": "Pay",
    "playing.pass": "pass",
    "playing.dreier": lambda fold: pgettext("playing.dreier", _BID_DREIERS.get(fold, "{fold}-fold Dreier"), fold=fold),
    "playing.solo": "Solo",
    "playing.keep": "Keep this half",
    "playing.raise": "Raise yourself and take the other half",
    "playing.nothing": "nothing more",
    "playing.line.game": "The game",
    "playing.line.king": "The called king",
    "playing.line.all_three": "All three",
    "playing.line.all_four": "All four",
    "playing.line.ultimo": "Ultimo",
    "playing.line.volat": "Volat",
    "playing.line.revoke": "Penalty for a revoke",
    "playing.rounding.hundreds": "to hundreds",
    "playing.rounding.tens": "to tens",
    "playing.rounding.fives": "to fives",
    "playing.rounding.none": "not rounded",
    "playing.agreed.persons": "How many are you?",
    "playing.agreed.persons.4": "four",
    "playing.agreed.persons.5": "five: who deals has no cards",
    "playing.agreed.consulation": "Which consolation?",
    "playing.agreed.consulation.small": "small: {points} Points",
    "playing.agreed.consulation.middle": "middle: {points} Points",
    "playing.agreed.consulation.high": "high: {points} Points",
    "playing.agreed.tours": "How many tours?",
    "playing.agreed.tours.none": "no end is agreed on",
    "playing.agreed.tours.some": ("{number} tour", "{number} tours"),
    "playing.agreed.honours": "Who declares your honours?",
    "playing.agreed.honours.counted": "the table does",
    "playing.agreed.honours.declared": "you do, at the end of the deal",
    "playing.agreed.running": "When is it paid?",
    "playing.agreed.running.none": "at the end",
    "playing.agreed.running.some": "as soon as somebody has {number} Points, and at the end",
    "playing.fine.misdeal": "misdeal",
    "playing.fine.bottom_card": "the bottom card looked at",
    "playing.fine.cut": "a wrong cut",
    "playing.fine.early_reminder": "an early reminder to call a king",
    "playing.fine.omitted_reminder": "a reminder to call a king left out",
    "playing.fine.early_lead": "an early lead",
    "playing.asked.knocked": "Is the pack cut, or knocked on?",
    "playing.asked.knocked.False": "cut: packets of six",
    "playing.asked.knocked.True": "knocked on: twelve at once",
    "playing.asked.knocked.neighbour": "at each deal as the dealer’s neighbour on the left likes",
    "playing.asked.words": "After the declarer, who may announce first?",
    "playing.asked.words.next to the declarer": "the seat next to him",
    "playing.asked.words.forehand": "forehand",
    "playing.asked.left_shown": "Is the half that the declarer leaves shown to all?",
    "playing.asked.left_shown.False": "no",
    "playing.asked.left_shown.True": "yes, until the first trick is turned",
    "playing.open.session.totals_rounded": "What is rounded when you settle?",
    "playing.open.session.running_rounded": "Are payments in the course of the evening rounded?",
    "playing.open.session.fine_extra": "Is the König paid a penalty too?",
}
