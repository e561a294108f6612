import { type FileReference, plainPath } from './file-reference.js';

/** The head of a difference between two versions of a file, and of a part of it. */
const diffFilePattern = /^\+\+\+ (?:b\/)?([^\t\r]{1,1000})/u;
const diffPartPattern = /^@@ -\d{1,7}(?:,(\d{1,7}))? \+(\d{1,7})(?:,(\d{1,7}))? @@/u;

/** The same of a merge: a difference from several versions at once. */
const mergePartPattern = /^(@{3,9})(?: -\d{1,7}(?:,\d{1,7})?){2,8} \+(\d{1,7})(?:,(\d{1,7}))? @{3,9}/u;

/** Beginning of the head that git gives the difference of a file. */
const gitHead = 'diff --git a/';

/** The name in a head of git that has it twice, which may have spaces: `diff --git a/my file.ts b/my file.ts`. */
function sameNames(line: string): string | undefined {
  if (!line.startsWith(gitHead)) return undefined;
  const name = line.slice(gitHead.length, (gitHead.length + line.length - ' b/'.length) / 2);
  return line === `${gitHead}${name} b/${name}` ? name : undefined;
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
export class DifferenceReader {
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
    if (line.startsWith('--- a/')) return true;
    const both = sameNames(line.trimEnd());
    if (both !== undefined) {
      this.part = { path: plainPath(both) };
      return true;
    }
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
