// @ts-check
// Plain JavaScript, because a worker thread runs it as it is, whether the package runs from its source or built.

/** @type {import('./plain-heading.mjs').plainHeading} */
export function plainHeading(line) {
  const words = line
    .trim()
    .split(/[ \t]+/u)
    .slice(1);
  if (/^#+$/u.test(words.at(-1) ?? '')) words.pop();
  // Between single backticks is code, if there is an even number of them: every second part.
  const parts = words.join(' ').split('`');
  if (parts.length % 2 === 0) return undefined;
  const isPlain = parts.every((part, index) => (index % 2 === 1 ? part.trim() !== '' : !mayHaveMarkup(part)));
  return isPlain ? toOneLine(parts.join('')) : undefined;
}

/** @type {import('./plain-heading.mjs').toOneLine} */
export function toOneLine(text) {
  return text.replace(/\0/gu, '\uFFFD').replace(/\s+/gu, ' ').trim();
}

/**
 * An underscore between letters or digits, as in `snake_case`, is none.
 *
 * @param {string} text
 */
function mayHaveMarkup(text) {
  return /[\\*[\]<&~]/u.test(text) || text.replace(/(?<=[a-z0-9])_+(?=[a-z0-9])/giu, '').includes('_');
}
