// What the board shows of a move in the making: the steps so far, what comes next, what is in reach.

import { after } from "./board.js";
import { noMarks } from "./marks.js";
import { setting } from "./store.js";
import { cellLabel } from "./talk.js";

/** @typedef {import("./game.js").Play} Play */

/** The board with the steps made so far. @param {Play} play */
export function showPreview(play) {
  if (!play.mayMove) return;
  const pieces = play.pieces[play.frames.length];
  const steps = play.picker.path.map((step) => ({ sign: step[0], cell: step.slice(1) }));
  const to = steps.find(({ sign }) => sign === ">")?.cell;
  const picked = steps.filter(({ sign }) => sign === ".").map(({ cell }) => cell);
  // How a row of several pieces moves only the rules know.
  if (!to || picked.length > 1) {
    play.board.show(pieces);
    return;
  }
  const seat = play.table.seats[play.table.people[play.table.turn].seat];
  const taken = steps.filter(({ sign }) => sign === "!").map(({ cell }) => cell);
  play.board.show(after(pieces, {
    taken,
    moved: picked.length ? [[picked[0], to]] : [],
    placed: picked.length ? [] : [[to, seat]],
  }));
}

/** Marks on the board, and every cell in words. @param {Play} play */
export function showMarks(play) {
  const marks = play.looking === null ? liveMarks(play) : noMarks();
  const ply = play.looking ?? play.frames.length;
  const last = ply ? play.frames[ply - 1] : null;
  for (const pair of last?.moved || []) pair.forEach((cell) => marks.last.add(cell));
  for (const [cell] of last?.placed || []) marks.last.add(cell);
  for (const cell of last?.taken || []) marks.last.add(cell);
  play.board.mark(marks);
  play.board.label((cell) => {
    const label = cellLabel(cell, play.board.shown[cell.name], play.board.flat, marks);
    const note = play.notes.notes[cell.name];
    return note ? `${label}. ${note}` : label;
  });
}

/** @param {Play} play */
function liveMarks(play) {
  const { table, picker, pointed, board } = play;
  const marks = noMarks();
  marks.hint = play.hint;
  const prise = table.round_over ? [] : table.reach[table.lit[0]] || [];
  for (const cell of prise) if (!board.shown[cell]) marks.prise.add(cell);
  if (play.mayMove) markSteps(play, marks);
  else marks.prise.forEach((cell) => marks.reach.add(cell));
  if (pointed && setting("reach") && !picker.path.length) {
    for (const cell of table.reach[pointed] || []) marks.reach.add(cell);
  }
  return marks;
}

/** What can be touched next. @param {Play} play @param {import("./marks.js").Marks} marks */
function markSteps({ picker, board, notes }, marks) {
  for (const [cell, sign] of picker.next()) {
    if (sign === ">") marks[board.shown[cell] ? "take" : "to"].add(cell);
    if (sign === "!") marks.take.add(cell);
    if (sign === "+") marks.add.add(cell);
    if (sign === "." && picker.path.length) marks.more.add(cell);
    marks.can.add(cell);
  }
  for (const [cell, sign] of picker.first()) if (sign === ".") marks.can.add(cell);
  for (const step of picker.path) marks.picked.add(step.slice(1));
  for (const cell of Object.keys(notes.notes)) if (!board.shown[cell]) marks.no.add(cell);
}
