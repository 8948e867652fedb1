// Arrows and circles that somebody draws on a board, by the right mouse button or a long press.

/** @typedef {import("./arrows.js").Arrow} Arrow */

const LONG = 450;
const NEAR = 10;

/**
 * Begin to draw at a pointer, or after a long press of a finger; `done` hears of every arrow, or circle if both cells are one.
 * @param {import("./board.js").Board} board
 * @param {PointerEvent} event
 * @param {string} from
 * @param {{begin: () => void, done: (from: string, to: string) => void}} reports `begin` when a touch has become a drawing
 */
export function drawAt(board, event, from, { begin, done }) {
  const touch = event.pointerType !== "mouse";
  let drawing = !touch;
  const timer = touch ? setTimeout(() => {
    drawing = true;
    begin();
  }, LONG) : 0;
  const move = (/** @type {PointerEvent} */ e) => {
    if (!drawing && Math.hypot(e.clientX - event.clientX, e.clientY - event.clientY) > NEAR) end();
  };
  const up = (/** @type {PointerEvent} */ e) => {
    const to = drawing && e.type === "pointerup" ? board.at(e) : null;
    end();
    if (to) done(from, to);
  };
  // A finger that draws does not scroll the page.
  const hold = (/** @type {Event} */ e) => { if (drawing) e.preventDefault(); };
  const end = () => {
    clearTimeout(timer);
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", up);
    removeEventListener("pointercancel", up);
    board.host.removeEventListener("touchmove", hold);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", up);
  addEventListener("pointercancel", up);
  board.host.addEventListener("touchmove", hold, { passive: false });
}

/** Add an arrow or circle, or remove it if it is there. @param {Arrow[]} drawn @param {string} from @param {string} to @returns {Arrow[]} */
export function toggled(drawn, from, to) {
  const rest = drawn.filter((one) => one.from !== from || one.to !== to);
  return rest.length < drawn.length ? rest : [...drawn, { from, to, kind: "own" }];
}
