// What the board shows of a move in the making: the steps so far, what comes next, what is in reach.

import { after } from "./board.js";
import { noMarks } from "./marks.js";
import { setting } from "./store.js";
import { cellLabel } from "./talk.js";

/** @typedef {import("./mover.js").Mover} Mover */

/** The board with the steps made so far, if it is a move in the making. @param {Mover} mover */
export function showPreview(mover) {
  if (mover.mayMove) showSteps(mover);
}

/** The board with the steps made so far. @param {Mover} mover */
export function showSteps(mover) {
  const pieces = mover.pieces[mover.frames.length];
  const steps = mover.picker.path.map((step) => ({ sign: step[0], cell: step.slice(1) }));
  const to = steps.find(({ sign }) => sign === ">")?.cell;
  const picked = steps.filter(({ sign }) => sign === ".").map(({ cell }) => cell);
  // How a row of several pieces moves only the rules know: arrows will show it.
  if (!to || picked.length > 1) {
    mover.board.show(pieces);
    return;
  }
  const taken = steps.filter(({ sign }) => sign === "!").map(({ cell }) => cell);
  mover.board.show(after(pieces, {
    taken,
    moved: picked.length ? [[picked[0], to]] : [],
    placed: picked.length ? [] : [[to, mover.seat]],
  }));
}

/** The way of the row that would be moved if the cell pointed at were touched, or be let go there. @param {Mover} mover */
export function aheadOf({ picker, pointed, board }) {
  if (picker.path.length > 1 && picker.done()) return picker.way;
  if (!pointed) return "";
  if (board.dragged && picker.drags.has(`~${board.dragged}>${pointed}`)) return `.${board.dragged}>${pointed}`;
  return picker.path.length > 1 && picker.next().get(pointed) === ">" ? `${picker.way}>${pointed}` : "";
}

/** What the row that is about to be moved takes along, and what falls. @param {Mover} mover @param {import("./marks.js").Marks} marks */
function arrowsAhead(mover, marks) {
  const does = mover.mayMove ? mover.foreseen.get(aheadOf(mover)) : null;
  if (!does?.moved || does.moved.length < 2) return [];
  for (const cell of does.taken || []) marks.off.add(cell);
  for (const [from] of does.moved) marks.picked.delete(from);
  return does.moved.map(([from, to]) => /** @type {import("./arrows.js").Arrow} */ ({ from, to, kind: "ahead" }));
}

/** Marks on the board, and every cell in words. @param {Mover} mover */
export function showMarks(mover) {
  const marks = mover.looking === null ? liveMarks(mover) : noMarks();
  const last = mover.ply ? mover.frames[mover.ply - 1] : null;
  for (const pair of last?.moved || []) pair.forEach((cell) => marks.last.add(cell));
  for (const [cell] of last?.placed || []) marks.last.add(cell);
  for (const cell of last?.taken || []) marks.last.add(cell);
  if (mover.looking === null) markMore(mover, marks);
  // Arrows of other moves would be in the way of a move in the making.
  const thought = mover.picker.path.length ? [] : mover.arrows;
  mover.board.mark(marks, mover.looking === null ? [...thought, ...arrowsAhead(mover, marks)] : []);
  mover.board.label((cell) => {
    const label = cellLabel(cell, mover.board.shown[cell.name], mover.board.flat, marks);
    const note = mover.notes.notes[cell.name];
    return note ? `${label}. ${note}` : label;
  });
}

/** @param {Mover} mover */
function liveMarks(mover) {
  const { table, picker, pointed, board } = mover;
  const marks = noMarks();
  marks.hint = [...mover.hint];
  const prise = table.round_over ? [] : table.reach[table.lit[0]] || [];
  for (const cell of prise) if (!board.shown[cell]) marks.prise.add(cell);
  if (mover.mayMove) markSteps(mover, marks);
  else marks.prise.forEach((cell) => marks.reach.add(cell));
  const held = board.dragged || pointed;
  if (held && setting("reach") && !picker.path.length) {
    for (const cell of table.reach[held] || []) marks.reach.add(cell);
  }
  return marks;
}

/** What is marked from outside. @param {Mover} mover @param {import("./marks.js").Marks} marks */
function markMore({ extra }, marks) {
  for (const [kind, cells] of Object.entries(extra)) {
    const marked = marks[/** @type {keyof import("./marks.js").Marks} */ (kind)];
    for (const cell of cells) {
      if (marked instanceof Set) marked.add(cell);
      else marked.push(cell);
    }
  }
}

/** What can be touched next. @param {Mover} mover @param {import("./marks.js").Marks} marks */
function markSteps({ picker, board, notes }, marks) {
  for (const [cell, sign] of picker.next()) {
    if (sign === ">") marks[board.shown[cell] ? "take" : "to"].add(cell);
    if (sign === "!") marks.take.add(cell);
    if (sign === "+") marks.add.add(cell);
    if (sign === "." && picker.path.length) marks.more.add(cell);
    marks.can.add(cell);
  }
  for (const [cell, sign] of picker.first()) {
    if (sign !== ".") continue;
    marks.can.add(cell);
    marks.drag.add(cell);
  }
  for (const step of picker.path) marks.picked.add(step.slice(1));
  for (const cell of Object.keys(notes.notes)) if (!board.shown[cell]) marks.no.add(cell);
}
