/** The text of a one-line `#` heading, or `undefined` if the parser is needed. */
export function plainHeading(line: string): string | undefined;

/** Normalises a heading's text: collapses white space, and replaces NUL as CommonMark requires. */
export function toOneLine(text: string): string;
