import { type FileReference, plainPath, rangesIn } from './file-reference.js';

/** A row of coverage.py: file, statements, misses, with branches two numbers more, share, and the lines not run. */
const pythonRow = /^(\S{1,300}\.py)[ \t]+\d+[ \t]+\d+(?:[ \t]+\d+[ \t]+\d+)?[ \t]+[\d.]{1,6}%[ \t]+(\d.{0,10000})$/u;

const share = /^\d{1,3}(?:\.\d{1,2})?$/u;
/** The rest of a name whose beginning was cut off. */
const cutName = /^\.{3}[^\\/]*[\\/]?/u;
const fileName = /[^\\/]\.[A-Za-z]{1,6}$/u;

/** Reads the lines that tests have not run in the tables of Istanbul, also of Jest and Vitest, and of coverage.py. */
export class CoverageReader {
  /** Folder of the rows below; of a long path the beginning is missing. */
  private folder = '';

  /** The lines that a row lists; none for another line. */
  read(line: string): readonly FileReference[] {
    const [, module, missing = ''] = pythonRow.exec(line.trimEnd()) ?? [];
    if (module !== undefined) return uncovered(module, missing);
    const [name = '', ...cells] = line.split('|', 7).map((cell) => cell.trim());
    const [lines] = cells.slice(4);
    if (lines === undefined || !cells.slice(0, 4).every((cell) => share.test(cell))) return [];
    if (fileName.test(name)) return uncovered(`${this.folder}${name}`, lines);
    const folder = name === 'All files' ? '' : name.replace(cutName, '').replace(/[\\/]$/u, '');
    this.folder = folder === '' ? '' : `${folder}/`;
    return [];
  }
}

function uncovered(path: string, lines: string): readonly FileReference[] {
  return rangesIn(lines).map((range) => ({ path: plainPath(path), ...range }));
}
