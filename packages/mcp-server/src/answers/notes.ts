/** Maximum number of warnings in an answer. */
const maxWarnings = 5;

/** Maximum length of a warning, in UTF-16 units. */
const maxWarningLength = 400;

/**
 * The first few warnings, each on one line, and the number of the others.
 *
 * @param warnings screened warnings: the beginning of a truncated secret would not be recognised
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

/** Joins sections of an answer with blank lines; empty ones are left out. */
export function joinSections(sections: readonly (string | undefined)[]): string {
  return sections.filter((section) => section !== undefined && section !== '').join('\n\n');
}

/** Formats warnings as lines, `Warning: …`. */
export function warningLines(warnings: readonly string[]): string {
  return warnings.map((warning) => `Warning: ${warning}`).join('\n');
}
