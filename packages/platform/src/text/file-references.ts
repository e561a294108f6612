import { stripVTControlCharacters } from 'node:util';

/** A file that a text names, perhaps with lines. */
export interface FileReference {
  /** As written, but with forward slashes and without what leads up: a whole path or the end of one. */
  readonly path: string;
  /** 1-based. */
  readonly line?: number | undefined;
  /** 1-based, inclusive; only where several lines are named. */
  readonly endLine?: number | undefined;
}

/** Characters of a name behind a folder, and a folder in brackets as routers have it: `[id].tsx`, `(shop)/page.tsx`. */
const innerName = String.raw`[\p{L}\p{N}_@.~+$[\]-]{1,255}`;
const innerFolder = String.raw`(?:\([\w@.~-]{1,100}\)|${innerName})[\\/]`;

/** Names of files that have no ending. */
const plainNames = 'Dockerfile|Makefile|Rakefile|Gemfile|Jenkinsfile|Vagrantfile|Procfile';

/**
 * `a/b.ts`, `b.ts:12`, `b.ts(12,3)`, `b.ts", line 12`, `b.ts (lines 3-9)`, `b.cs:line 12`, `b.php on line 12`,
 * `B.java:[12,3]`, `B.java: (12, 3)`, `b.ts#L3-L9`, `file=b.ts,line=3,endLine=9`, `./a/b.ts 12:3`: a name with an
 * ending, perhaps folders and lines. It begins where a name begins and everything in it has a limit, so that the time
 * grows with the text and no faster.
 */
const placePattern = new RegExp(
  [
    String.raw`(?<![\w@.~-]|[\w@.~-][\\/])(?<path>`,
    // What a lookahead found is never tried in another way, so that a long row of folders is read once.
    String.raw`[\w@.~-]{1,255}[\\/](?=(?<folders>(?:${innerFolder}){0,24}))\k<folders>`,
    String.raw`(?:${innerName}\.[A-Za-z][A-Za-z0-9]{0,9}|(?:${plainNames})\b)`,
    String.raw`|\.?[\w@-][\w@.-]{0,254}\.[A-Za-z][A-Za-z0-9]{0,9}|(?:${plainNames})(?=:\d)`,
    String.raw`)(?:(?:\?[\w=&.-]{0,200})?(?:\x60?:(?:lines? |\[| \((?=\d{1,7}, \d))?|\(|["'\x60]?,? \(?(?:on |at |around |near )?lines? |#L|,line=|(?<column> (?=\d{1,7}:\d{1,5}(?![\d:]))))`,
    String.raw`(?<line>\d{1,7})(?:(?:-L?|,endLine=)(?<endLine>\d{1,7}))?)?`,
  ].join(''),
  'gu',
);

/** Endings that make a dotted name a file and not a member, without a folder or a line. */
const fileEnding =
  /\.(?:[cm]?[jt]sx?|py|cs|java|go|rs|c|cc|cpp|h|hpp|rb|php|kt|kts|swift|sh|md|mdx|json|ya?ml|toml|html?|css|xml|sql|txt)$/iu;

/** The head of a difference between two versions of a file, and of a part of it. */
const diffFilePattern = /^\+\+\+ (?:b\/)?([^\t\r]{1,1000})/u;
const diffPartPattern = /^@@ -\d{1,7}(?:,(\d{1,7}))? \+(\d{1,7})(?:,(\d{1,7}))? @@/u;

/** The same of a merge: a difference from several versions at once. */
const mergePartPattern = /^(@{3,9})(?: -\d{1,7}(?:,\d{1,7})?){2,8} \+(\d{1,7})(?:,(\d{1,7}))? @{3,9}/u;

/** A line of a report that names its file once, above: `  12:5  error  …`. */
const reportLinePattern = /^[ \t]{1,20}(\d{1,7}):\d{1,7}[ \t]{1,20}(?:error|warning)\b/u;

/**
 * Files and lines that a text names: in words, stack traces, compilers' and tests' output, differences, logs. In the
 * order of the text, each as often as it is named; of a difference the new lines of each part, and nothing that is in
 * them. Total, and linear in the text's length.
 */
export function* findFileReferences(text: string): Generator<FileReference> {
  const difference = new DifferenceReader();
  let alone: string | undefined;
  for (const rawLine of linesOf(text)) {
    const line = rawLine.includes('\u001b') ? stripVTControlCharacters(rawLine) : rawLine;
    if (difference.takes(line)) {
      if (difference.part !== undefined) yield difference.part;
      continue;
    }
    const reported = reportLinePattern.exec(line)?.[1];
    if (reported !== undefined && alone !== undefined) yield { path: alone, line: Number(reported) };
    const places = placesIn(line);
    yield* places;
    if (places.length > 0) alone = places.length === 1 && !/\s/u.test(line.trim()) ? places[0]?.path : undefined;
  }
}

/** Whether a name means a file: a trace often has a longer path than the workspace, or only the end of one. */
export function isSameFile(filePath: string, named: string): boolean {
  return filePath === named || filePath.endsWith(`/${named}`) || named.endsWith(`/${filePath}`);
}

function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    yield text.slice(start, end < 0 ? text.length : end);
    start = end < 0 ? text.length : end + 1;
  }
}

function placesIn(text: string): readonly FileReference[] {
  const places: FileReference[] = [];
  for (const { index, groups: { path = '', column, ...behind } = {} } of text.matchAll(placePattern)) {
    // A bundler writes `./src/a.ts 12:3`; behind another name it may be the time of day.
    const isTime = column !== undefined && !path.startsWith('./');
    const { line, endLine } = behind['line'] === undefined || isTime ? linesBefore(text, index) : behind;
    if (line === undefined && !/[\\/]/u.test(path) && !fileEnding.test(path)) continue;
    places.push({ path: plainPath(path), ...linesNamed(line, endLine) });
  }
  return places;
}

/** `line 600 of a.go`, `lines 10-20 in a.go`. */
const linesBeforePattern =
  /\b(?:lines? |L)(?<line>\d{1,7})(?: ?(?:-|to) ?(?<endLine>\d{1,7}))? (?:of|in) (?:file )?["'`]?$/iu;

/** Maximum length of the text before a name that is searched for its lines. */
const maxLinesBefore = 50;

function linesBefore(
  text: string,
  index: number,
): { readonly line?: string | undefined; readonly endLine?: string | undefined } {
  return linesBeforePattern.exec(text.slice(Math.max(0, index - maxLinesBefore), index))?.groups ?? {};
}

function linesNamed(line: string | undefined, endLine: string | undefined): Omit<FileReference, 'path'> {
  if (line === undefined) return { line: undefined };
  const isRange = endLine !== undefined && Number(endLine) > Number(line);
  return isRange ? { line: Number(line), endLine: Number(endLine) } : { line: Number(line) };
}

/** Forward slashes, and no `.` or leading `..` in it. */
function plainPath(path: string): string {
  return path
    .replaceAll('\\', '/')
    .split('/')
    .filter((name) => name !== '.')
    .join('/')
    .replace(/^(?:\.\.\/)+/u, '');
}

/** A part of a difference from several versions. */
interface MergePart {
  readonly versions: number;
  /** Lines of the new version that are still to come. */
  readonly new: number;
}

/** A name that git has put into quotes, because of characters that are not ASCII: `"b/s\\303\\274.ts"`. */
function unquotedName(name: string): string {
  if (!/^".*"$/u.test(name)) return name;
  const bytes: Buffer[] = [];
  for (const [part, octal, escaped] of name.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|[^\\]+/gu)) {
    bytes.push(octal === undefined ? Buffer.from(escaped ?? part) : Buffer.from([Number.parseInt(octal, 8) & 255]));
  }
  return Buffer.concat(bytes).toString('utf8').replace(/^b\//u, '');
}

/** Follows a unified difference line by line, to distinguish its content from its headers. */
class DifferenceReader {
  /** The part whose head the last line was. */
  part: FileReference | undefined;
  private path: string | undefined;
  /** Lines of the part that are still to come. */
  private left = { old: 0, new: 0 };
  private merge: MergePart | undefined;

  /** Whether a line belongs to a difference. */
  takes(line: string): boolean {
    this.part = undefined;
    if (this.isContent(line)) return true;
    const path = diffFilePattern.exec(line)?.[1];
    if (path !== undefined) {
      const name = plainPath(unquotedName(path.trimEnd()));
      this.path = name === '' ? undefined : name;
      return true;
    }
    const merge = mergePartPattern.exec(line);
    if (merge !== null) {
      const [, signs = '', start = '0', count = '1'] = merge;
      this.merge = { versions: signs.length - 1, new: Number(count) };
      this.part = this.newLines(Number(start), Number(count));
      return true;
    }
    const head = diffPartPattern.exec(line);
    if (head === null) return false;
    const [, oldCount = '1', start = '0', newCount = '1'] = head;
    this.left = { old: Number(oldCount), new: Number(newCount) };
    this.part = this.newLines(Number(start), Number(newCount));
    return true;
  }

  private isContent(line: string): boolean {
    if (this.merge !== undefined) return this.isMergeContent(line, this.merge);
    const sign = line[0] ?? ' ';
    const isOld = ' -\r'.includes(sign) && this.left.old > 0;
    const isNew = ' +\r'.includes(sign) && this.left.new > 0;
    if (!isOld && !isNew) {
      // `\ No newline at end of file` comes among the lines.
      if (sign !== '\\') this.left = { old: 0, new: 0 };
      return false;
    }
    this.left = { old: this.left.old - (isOld ? 1 : 0), new: this.left.new - (isNew ? 1 : 0) };
    return true;
  }

  /** Each line has a sign for each version. */
  private isMergeContent(line: string, merge: MergePart): boolean {
    const signs = line.slice(0, merge.versions).padEnd(merge.versions);
    const isNew = !signs.includes('-');
    if (!/^[ +-]+$/u.test(signs) || (isNew && merge.new < 1)) {
      if (!line.startsWith('\\')) this.merge = undefined;
      return false;
    }
    if (isNew) this.merge = { ...merge, new: merge.new - 1 };
    return true;
  }

  private newLines(start: number, count: number): FileReference | undefined {
    if (this.path === undefined || this.path === '/dev/null' || start < 1) return undefined;
    return count > 1 ? { path: this.path, line: start, endLine: start + count - 1 } : { path: this.path, line: start };
  }
}
