import type { ChangeHunk } from '@lexichord/abstractions';

import { type GitRun, type NoHistoryReason, failureOf } from '../find-repository.js';
import { runGit } from '../run-git.js';
import { diffOptions, diffSettings } from './list-changed-files.js';

/** Texts of a file before and after, and the lines that differ. */
export interface FilePatch {
  readonly before: string;
  readonly after: string;
  readonly hunks: readonly ChangeHunk[];
}

/** The texts of a comparison. */
export interface ReadPatch {
  /** By the path after, or for a deleted file by the path before. */
  readonly files: ReadonlyMap<string, FilePatch>;
  /** Paths of files with a line that is too long to be read. */
  readonly tooLarge: ReadonlySet<string>;
  /** Whether the limit of size or time was reached. */
  readonly isCut: boolean;
}

/** Maximum length of all files with their unchanged lines, in UTF-16 units. */
const maxLength = 40_000_000;

/** Number of context lines, larger than any file: the patch then contains each file completely. */
const allLines = 2_000_000_000;

/**
 * Reads all changed files, before and after, with a single command.
 *
 * @throws the signal's reason
 */
export async function readPatch(
  args: readonly string[],
  { filters, run }: { readonly filters: readonly string[]; readonly run: GitRun },
): Promise<ReadPatch | NoHistoryReason> {
  const reader = new PatchReader();
  // For a file in conflict, git would print a line with its unquoted path, which may contain line feeds.
  const withoutUnmerged = '--diff-filter=u';
  const options = [`--unified=${allLines}`, '--diff-algorithm=histogram', '--indent-heuristic', withoutUnmerged];
  const prefixes = ['--src-prefix=a/', '--dst-prefix=b/'];
  const outcome = await runGit({
    ...run,
    args: [...filters, ...diffSettings, 'diff', ...diffOptions, ...options, ...prefixes, ...args, '--'],
    separator: '\n',
    onItem: (line) => {
      reader.read(line);
      return reader.length < maxLength;
    },
    onTooLong: () => {
      reader.passOver();
    },
  });
  if (outcome.kind === 'missing') return 'no-git';
  if (outcome.kind === 'ended' && outcome.exitCode !== 0) return failureOf(outcome);
  const isCut = outcome.kind === 'stopped';
  // The last file of a truncated patch is incomplete.
  if (!isCut) reader.end();
  return { files: reader.files, tooLarge: reader.tooLarge, isCut };
}

/** Parses the output of `git diff` with all lines of each file in one hunk. */
class PatchReader {
  readonly files = new Map<string, FilePatch>();
  readonly tooLarge = new Set<string>();
  length = 0;
  private former = '';
  private path = '';
  private text: TextPair | undefined;
  /** Whether lines are skipped up to the next file. */
  private isOver = false;

  read(line: string): void {
    this.length += line.length + 1;
    if (line.startsWith('diff --git ')) this.end();
    else if (this.isOver) return;
    else if (this.text !== undefined && !marks.has(line.charAt(0))) this.isOver = true;
    else if (this.text !== undefined) this.text.read(line);
    else if (line.startsWith('--- ')) this.former = pathIn(line, 'a/');
    else if (line.startsWith('+++ ')) this.path = pathIn(line, 'b/');
    else if (line.startsWith('@@ ')) this.text = new TextPair();
  }

  /** Skips the current file. */
  passOver(): void {
    this.tooLarge.add(this.currentPath);
    this.text = undefined;
    this.isOver = true;
  }

  /** Completes the current file. */
  end(): void {
    const path = this.currentPath;
    if (this.text !== undefined && path !== '') this.files.set(path, this.text.finish());
    this.text = undefined;
    this.former = '';
    this.path = '';
    this.isOver = false;
  }

  private get currentPath(): string {
    return this.path === '' ? this.former : this.path;
  }
}

/** First characters of a file's lines; any other line belongs to no file. */
const marks: ReadonlySet<string> = new Set([' ', '-', '+', '\\']);

/** Builds the texts before and after, line by line. */
class TextPair {
  private readonly before: string[] = [];
  private readonly after: string[] = [];
  private readonly hunks: ChangeHunk[] = [];
  private start: { readonly before: number; readonly after: number } | undefined;
  private readonly endsOpen = { before: false, after: false };
  private lastMark = ' ';

  read(line: string): void {
    const mark = line.charAt(0);
    const text = line.slice(1);
    if (mark === '\\') {
      // "No newline at end of file" refers to the previous line.
      if (this.lastMark !== '+') this.endsOpen.before = true;
      if (this.lastMark !== '-') this.endsOpen.after = true;
      return;
    }
    if (mark !== '-' && mark !== '+') this.endHunk();
    else this.start ??= { before: this.before.length + 1, after: this.after.length + 1 };
    if (mark !== '+') this.before.push(text);
    if (mark !== '-') this.after.push(text);
    this.lastMark = mark;
  }

  finish(): FilePatch {
    this.endHunk();
    const { before, after, hunks, endsOpen } = this;
    return { before: joinLines(before, endsOpen.before), after: joinLines(after, endsOpen.after), hunks };
  }

  private endHunk(): void {
    if (this.start === undefined) return;
    const { before: beforeStart, after: afterStart } = this.start;
    this.hunks.push({
      ...{ beforeStart, beforeCount: this.before.length + 1 - beforeStart },
      ...{ afterStart, afterCount: this.after.length + 1 - afterStart },
    });
    this.start = undefined;
  }
}

function joinLines(lines: readonly string[], endsOpen: boolean): string {
  return lines.length === 0 ? '' : `${lines.join('\n')}${endsOpen ? '' : '\n'}`;
}

/** The path of `--- a/…` or `+++ b/…`; empty for `/dev/null`. A tab follows a path with white space. */
function pathIn(line: string, prefix: string): string {
  const name = line.slice('--- '.length);
  const path = name.startsWith('"') ? unquoted(name.slice(1, name.lastIndexOf('"'))) : name.replace(/\t$/u, '');
  return path.startsWith(prefix) ? path.slice(prefix.length) : '';
}

const escapes: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

/** Decodes a path in git's C-style quotes, where bytes other than printable ASCII are octal. */
function unquoted(quoted: string): string {
  const bytes: number[] = [];
  for (const [part, octal, letter] of quoted.matchAll(/\\(?:([0-7]{3})|(.))|[^\\]/gu)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else if (letter !== undefined) bytes.push(escapes[letter] ?? letter.charCodeAt(0));
    else bytes.push(...Buffer.from(part));
  }
  return Buffer.from(bytes).toString('utf8');
}
