/** The text of a one-line `#` heading, or `undefined` when it takes the parser to know it. */
export function plainHeading(line: string): string | undefined;

/** A heading's text as it is given: white space collapsed, NUL as CommonMark wants it. */
export function toOneLine(text: string): string;
