import type { FileReference } from './file-reference.js';

/** A problem of a linter below the name of its file: `  12:5  error  …`. */
const problemPattern = /^[ \t]{1,20}(\d{1,7}):\d{1,7}[ \t]{1,20}(?:error|warning)\b/u;

/** A line that a search has found, or one around it, directly below the name of its file: `12:  text`, `13-  text`. */
const foundPattern = /^(\d{1,7})([:-])/u;

/** Mark between two places that a search has found. */
const gap = '--';

/** What a line of a report says of the file above it. */
interface ReportLine {
  readonly references: readonly FileReference[];
  /** Whether the line is of the file, and names none itself. */
  readonly isQuoted: boolean;
}

const nothing: ReportLine = { references: [], isQuoted: false };

/** Reads reports that name a file once, alone on a line, and below it several of its lines. */
export class ReportReader {
  private file: string | undefined;
  /** Whether all lines since the name were found ones. */
  private isBelow = false;

  read(line: string): ReportLine {
    if (this.file === undefined) return nothing;
    const problem = problemPattern.exec(line)?.[1];
    if (problem !== undefined) return { references: [{ path: this.file, line: Number(problem) }], isQuoted: false };
    if (!this.isBelow) return nothing;
    if (line.trimEnd() === gap) return { references: [], isQuoted: true };
    const [found, number, mark] = foundPattern.exec(line) ?? [];
    if (found === undefined) return nothing;
    return { references: mark === ':' ? [{ path: this.file, line: Number(number) }] : [], isQuoted: true };
  }

  /** Notes a line that {@link read} did not quote, and the places in it. */
  note(line: string, places: readonly FileReference[]): void {
    const isName = places.length === 1 && !/\s/u.test(line.trim());
    if (places.length > 0) this.file = isName ? places[0]?.path : undefined;
    this.isBelow = isName;
  }
}
