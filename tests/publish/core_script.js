// Runs `core.js` as a page does, without a page: games as they are given, told back with all that the wrapper says of them.
const fs = require("fs");
const vm = require("vm");

globalThis.window = globalThis;
const { script, data, words, games } = JSON.parse(fs.readFileSync(0, "utf8"));
vm.runInThisContext(fs.readFileSync(script, "utf8"));

function follow(core, { deal, dealer, options, actions }, other) {
  const game = core.start({ deal, dealer, options });
  const told = [];
  for (const [action, nevertheless] of actions) {
    other.legal(); // another game in between
    const refused = game.apply(action);
    told.push([game.phase, game.actor, game.legal(), refused && [refused.key, refused.ref, refused.says, core.reasons[refused.code].key]]);
    if (refused && nevertheless) game.apply(action, { nevertheless: true });
  }
  const { history } = game;
  const end = { phase: game.phase, taker: game.taker, history, seen: [0, 1, 2, 3].map((seat) => game.seen(seat)), sheet: game.sheet(), plain: game.sheet({ revokes: false }) };
  const undone = game.undo(2);
  return { told, end, undone, left: game.history.length, machine: game.machine(2, 2 ** 40 + 7), hint: game.hint(2, 5), same: game.hint(2, 5) };
}

window.codexCore.load(data, words).then((core) => {
  const other = core.start({ seed: 2 ** 33 + 1 });
  const faults = [[999], [-1]].map(([action]) => {
    try {
      return other.apply(action);
    } catch (error) {
      return error.code;
    }
  });
  const seeded = [5, 5, 2 ** 32 + 5].map((seed) => core.start({ seed }).history);
  console.log(JSON.stringify({ games: games.map((game) => follow(core, game, other)), faults, seeded, actions: core.actions.length, pass: core.actions.pass }));
});
