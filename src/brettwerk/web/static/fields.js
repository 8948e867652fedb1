// The fields of a form as they are filled in, to be filled in so again.

/** @typedef {Record<string, string | boolean>} Fields values by the ids or names of fields */

/** @param {Element} place @returns {HTMLInputElement[]} */
const fieldsIn = (place) => [...place.querySelectorAll("input, select, textarea")].map((one) => /** @type {HTMLInputElement} */ (one));

/** @param {HTMLInputElement} field */
const keyOf = ({ id, name, value, type }) => (type === "radio" ? `${name}=${value}` : id || name);

/** @param {HTMLInputElement} field */
const isTicked = ({ type }) => type === "radio" || type === "checkbox";

/** Return what is filled in. @param {Element} place @returns {Fields} */
export function filledIn(place) {
  const named = fieldsIn(place).filter((field) => keyOf(field) && !field.readOnly && field.type !== "hidden");
  return Object.fromEntries(named.map((field) => [keyOf(field), isTicked(field) ? field.checked : field.value]));
}

/** Fill in a form as it was; what does not fit any more is left as it is. @param {Element} place @param {Fields} before */
export function fillIn(place, before) {
  for (const field of fieldsIn(place)) {
    const value = before[keyOf(field)];
    if (typeof value === "boolean" && isTicked(field)) field.checked = value;
    else if (typeof value === "string" && !isTicked(field)) fill(field, value);
  }
}

/** @param {HTMLInputElement} field @param {string} value */
function fill(field, value) {
  const usual = field.value;
  field.value = value;
  // A list that does not have the value any more would show nothing.
  if (field.value !== value) field.value = usual;
}
