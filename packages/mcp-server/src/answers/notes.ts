/** Warnings of one answer that are shown. */
const maxWarnings = 5;

/** Longest warning that is shown, in UTF-16 units. */
const maxWarningLength = 400;

/**
 * The first few warnings, each on one line; how many there are besides is the last one.
 *
 * @param warnings screened before: the cut beginning of a secret would not be recognised as one
 */
export function shownWarnings(warnings: readonly string[]): string[] {
  const distinct = [...new Set(warnings)];
  const shown = distinct.slice(0, maxWarnings).map(shortened);
  const others = distinct.length - shown.length;
  return others === 0 ? shown : [...shown, `${others} more warnings are not shown.`];
}

function shortened(warning: string): string {
  const line = warning.replaceAll(/\s+/gu, ' ').trim();
  return line.length <= maxWarningLength ? line : `${line.slice(0, maxWarningLength - 1)}…`;
}

/** Sections of an answer, with a blank line between them; empty ones are left out. */
export function joinSections(sections: readonly (string | undefined)[]): string {
  return sections.filter((section) => section !== undefined && section !== '').join('\n\n');
}

/** `Warning: …`, one a line. */
export function warningLines(warnings: readonly string[]): string {
  return warnings.map((warning) => `Warning: ${warning}`).join('\n');
}
