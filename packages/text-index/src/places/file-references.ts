import { stripVTControlCharacters } from 'node:util';

import { CoverageReader } from './coverage-reader.js';
import { DifferenceReader } from './difference-reader.js';
import { type FileReference, plainPath, rangeOf, rangesIn } from './file-reference.js';
import { ReportReader } from './report-reader.js';

/** Characters of a name behind a folder, and a folder in brackets as routers have it: `[id].tsx`, `(shop)/page.tsx`. */
const innerName = String.raw`[\p{L}\p{N}_@.~+$[\]-]{1,255}`;
const innerFolder = String.raw`(?:\([\w@.~-]{1,100}\)|${innerName})[\\/]`;

/** Characters of a first name, which a word of a script without spaces may precede: those of scripts with spaces. */
const firstCharacter = String.raw`\w\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{M}@.~-`;

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
    String.raw`(?<![${firstCharacter}]|[${firstCharacter}][\\/])(?<path>`,
    // What a lookahead found is never tried in another way, so that a long row of folders is read once.
    String.raw`[${firstCharacter}]{1,255}[\\/](?=(?<folders>(?:${innerFolder}){0,24}))\k<folders>`,
    String.raw`(?:${innerName}\.[A-Za-z][A-Za-z0-9]{0,9}|(?:${plainNames})\b)`,
    String.raw`|\.?(?![.~])[${firstCharacter}][${firstCharacter}]{0,254}\.[A-Za-z][A-Za-z0-9]{0,9}|(?:${plainNames})(?=:\d)`,
    String.raw`)(?:(?:\?[\w=&.-]{0,200})?(?:\x60?:(?:lines? |\[| \((?=\d{1,7}, \d))?|\(|["'\x60]?,? \(?(?:on |at |around |near )?lines? |#L|,line=|(?<column> (?=\d{1,7}:\d{1,5}(?![\d:]))))`,
    String.raw`(?<line>\d{1,7})(?:(?:-L?|,endLine=)(?<endLine>\d{1,7}))?)?`,
  ].join(''),
  'gu',
);

/** Endings that make a dotted name a file and not a member, without a folder or a line. */
const fileEnding =
  /\.(?:[cm]?[jt]sx?|py|cs|java|go|rs|c|cc|cpp|h|hpp|rb|php|kt|kts|swift|sh|md|mdx|json|ya?ml|toml|html?|css|xml|sql|txt)$/iu;

/**
 * Files and lines that a text names: in words, stack traces, compilers' and tests' output, searches, coverage,
 * differences, logs. In the order of the text, each as often as it is named; of a difference the new lines of each part,
 * and nothing that is in them. Total, and linear in the text's length.
 */
export function* findFileReferences(text: string): Generator<FileReference> {
  const difference = new DifferenceReader();
  const coverage = new CoverageReader();
  const report = new ReportReader();
  for (const rawLine of linesOf(text)) {
    const line = rawLine.includes('\u001b') ? stripVTControlCharacters(rawLine) : rawLine;
    if (difference.takes(line)) {
      if (difference.part !== undefined) yield difference.part;
      continue;
    }
    const uncovered = coverage.read(line);
    yield* uncovered;
    if (uncovered.length > 0) continue;
    const { references, isQuoted } = report.read(line);
    yield* references;
    if (isQuoted) continue;
    const places = placesIn(line);
    yield* places;
    report.note(line, places);
  }
}

function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    yield text.slice(start, end < 0 ? text.length : end);
    start = end < 0 ? text.length : end + 1;
  }
}

function placesIn(text: string): readonly FileReference[] {
  const quoted = quotedFrame.exec(text)?.groups;
  if (quoted !== undefined) return [{ path: plainPath(quoted['path'] ?? ''), line: Number(quoted['line']) }];
  const places: FileReference[] = [];
  for (const match of text.matchAll(placePattern)) {
    const { path = '', column, line, endLine } = match.groups ?? {};
    // A bundler writes `./src/a.ts 12:3`; behind another name it may be the time of day.
    const isTime = column !== undefined && !path.startsWith('./');
    const isBehind = line !== undefined && !isTime;
    const named = isBehind ? { line, endLine, further: furtherLines(text, match) } : linesBefore(text, match.index);
    if (named.line === undefined && !/[\\/]/u.test(path) && !fileEnding.test(path)) continue;
    const place = inPackage(plainPath(path), text.slice(Math.max(0, match.index - maxFrameLength), match.index));
    for (const lines of linesNamed(named)) places.push({ ...place, ...lines });
  }
  return places;
}

/** A frame of Python whose path has spaces. */
const quotedFrame =
  /^[ \t]{0,40}File "(?:[A-Za-z]:)?[\\/]{0,2}(?<path>[^" ]{1,1000} [^"]{1,1000})", line (?<line>\d{1,7})/u;

/** Maximum length of the method in a frame. */
const maxFrameLength = 400;

/** The method of a frame of Java, Kotlin, Scala or Groovy in front of the file's name: `com.acme.Cart$Line.total(`. */
const methodInFrame = /(?:^|[\s/])(?<names>(?:[a-z_]\w{0,100}\.){1,20})[A-Z][\w$]{0,200}\.[\w$<>-]{1,200}\($/u;

/** A frame names a file without its folders, which are mostly those of the class's package. */
function inPackage(path: string, before: string): Pick<FileReference, 'path' | 'otherwise'> {
  if (!/^[^/]{1,200}\.(?:java|kt|scala|groovy)$/u.test(path)) return { path };
  const names = methodInFrame.exec(before)?.groups?.['names'];
  return names === undefined ? { path } : { path: `${names.replaceAll('.', '/')}${path}`, otherwise: path };
}

/** Lines as they are written; `further` has those after the first, such as `, 20 and 30-35`. */
interface NamedLines {
  readonly line?: string | undefined;
  readonly endLine?: string | undefined;
  readonly further?: string | undefined;
}

/** `line 600 of a.go`, `lines 10-20 in a.go`, `lines 10, 20 and 30 of a.go`. */
const linesBeforePattern =
  /\b(?:lines? |L)(?<line>\d{1,7})(?: ?(?:-|to) ?(?<endLine>\d{1,7}))?(?<further>(?:(?:, ?(?:and )?| and | & )\d{1,7}(?:-\d{1,7})?){0,10}) (?:of|in) (?:file )?["'`]?$/iu;

/** Maximum length of the text before a name that is searched for its lines. */
const maxLinesBefore = 100;

function linesBefore(text: string, index: number): NamedLines {
  return linesBeforePattern.exec(text.slice(Math.max(0, index - maxLinesBefore), index))?.groups ?? {};
}

/** The lines after the first in `a.py:12,40-45`, without a space, since a sentence may go on. */
const colonList = /(?:,\d{1,7}(?:-\d{1,7})?){1,20}(?!\d|[:.]\d)/uy;

/** The lines after the first in `a.py, lines 12, 40 and 50`. */
const wordList = /(?:(?:, ?(?:and )?| and | & )\d{1,7}(?:-\d{1,7})?){1,20}(?!\d|[:.]\d)/uy;

function furtherLines(text: string, { 0: whole, index, groups }: RegExpExecArray): string | undefined {
  const [between = ''] = /^\D*/u.exec(whole.slice(groups?.['path']?.length)) ?? [];
  const list = between === ':' ? colonList : wordList;
  if (list === wordList && !between.endsWith('lines ')) return undefined;
  list.lastIndex = index + whole.length;
  return list.exec(text)?.[0];
}

/** Lines that do not ascend are none: the number behind a comma may be a column. */
function linesNamed({ line, endLine, further = '' }: NamedLines): readonly Omit<FileReference, 'path'>[] {
  if (line === undefined) return [{ line: undefined }];
  const first = rangeOf(Number(line), Number(endLine ?? 0));
  const others = rangesIn(further);
  const starts = [first, ...others].map((range) => range.line);
  return starts.every((start, at) => at === 0 || start > (starts[at - 1] ?? 0)) ? [first, ...others] : [first];
}
