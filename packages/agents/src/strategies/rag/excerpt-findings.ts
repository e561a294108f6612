import type { CallOptions, ISecretScanner, SecretFinding } from '@lexichord/abstractions';
import { LineIndex } from '@lexichord/platform/internal';

/** Whole lines of a file. */
export interface FileExcerpt {
  readonly content: string;
  /** Of the file, from 1. */
  readonly startLine: number;
}

/**
 * Secrets in some lines of a file, with offsets in the excerpt and lines of the file. Of a secret that begins or ends
 * elsewhere, which is known for one in the whole file alone, all lines that it touches are taken.
 *
 * @param fileText `undefined` when it cannot be read: then the excerpt speaks for itself
 * @throws the signal's reason
 */
export async function findInExcerpt(
  { content, startLine }: FileExcerpt,
  fileText: string | undefined,
  { scanner, signal }: CallOptions & { readonly scanner: ISecretScanner },
): Promise<readonly SecretFinding[]> {
  const own = await scanner.scan(content, { signal });
  const shifted = own.map((finding) => ({
    ...finding,
    startLine: finding.startLine + startLine - 1,
    endLine: finding.endLine + startLine - 1,
  }));
  if (fileText === undefined) return shifted;
  const lines = new LineIndex(content);
  const lastLine = startLine + lines.count - 1;
  const reachingOut = (await scanner.scan(fileText, { signal }))
    .filter((finding) => finding.startLine <= lastLine && startLine <= finding.endLine)
    .filter((finding) => finding.startLine < startLine || lastLine < finding.endLine)
    .map((finding) => ({
      ...finding,
      startOffset: lines.start(Math.max(0, finding.startLine - startLine)),
      endOffset: lines.end(Math.min(lines.count, finding.endLine - startLine + 1) - 1),
    }));
  const isPart = ({ rule, startOffset, endOffset }: SecretFinding): boolean =>
    reachingOut.some(
      (other) => other.rule === rule && other.startOffset <= startOffset && endOffset <= other.endOffset,
    );
  return [...shifted.filter((finding) => !isPart(finding)), ...reachingOut].sort(
    (one, other) => one.startOffset - other.startOffset,
  );
}
