// The board that a page shows, as a picture of its own.

// What styles decide; a picture of its own must say it itself.
const SAID = ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "opacity", "fill-opacity", "stroke-opacity",
  "display", "visibility", "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline", "transform", "transform-origin", "filter"];
const WIDTH = 800;

/** Return the drawing in an element with all that it looks like. @param {Element} board */
export function pictureOf(board) {
  const drawn = /** @type {SVGSVGElement} */ (board.querySelector("svg"));
  const copy = /** @type {SVGSVGElement} */ (drawn.cloneNode(true));
  const [originals, copies] = [drawn, copy].map((one) => [one, .../** @type {NodeListOf<SVGElement>} */ (one.querySelectorAll("*"))]);
  originals.forEach((one, at) => {
    const look = getComputedStyle(one);
    for (const name of SAID) copies[at].style.setProperty(name, look.getPropertyValue(name));
  });
  const { width, height } = drawn.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(WIDTH));
  copy.setAttribute("height", String(Math.round((WIDTH * height) / width)));
  return new XMLSerializer().serializeToString(copy);
}

/** Draw a picture as PNG. @param {string} svg @returns {Promise<Blob>} */
export async function asPng(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => { canvas.toBlob((made) => (made ? resolve(made) : reject(new Error("no picture"))), "image/png"); });
}
