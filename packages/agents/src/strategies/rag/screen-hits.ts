import {
  type CallOptions,
  type IEditorService,
  type ISecretScanner,
  isLexichordError,
  type SearchHit,
  type SecretFinding,
  type WithheldSecret,
} from '@lexichord/abstractions';
import { LineIndex } from '@lexichord/platform/internal';
import { ScreenedText, screenText } from '@lexichord/secrets';
import { placeInFile, screenNames, withheldSecrets } from '@lexichord/secrets/internal';

/** Hits whose texts have no secrets. */
export interface ScreenedHits {
  readonly hits: readonly SearchHit[];
  readonly secrets: readonly WithheldSecret[];
}

/** Collaborators of {@link screenHits}. */
export interface ScreenHitsContext extends CallOptions {
  readonly scanner: ISecretScanner;
  readonly editor: IEditorService;
}

/**
 * Replaces secrets in the texts and paths of hits. The whole file of each hit is scanned, because the scanner does not
 * recognise half of a key.
 */
export async function screenHits(
  hits: readonly SearchHit[],
  { scanner, editor, signal }: ScreenHitsContext,
): Promise<ScreenedHits> {
  const paths = await screenNames(
    hits.map(({ filePath }) => filePath),
    scanner,
    { signal },
  );
  const screened = await Promise.all(
    hits.map(async (hit): Promise<{ readonly hit: SearchHit; readonly secrets: readonly WithheldSecret[] }> => {
      const { filePath, content, startLine, headingPath } = hit;
      const file = await textOf(filePath, { editor, signal });
      const findings = await findInExcerpt({ content, startLine }, file, { scanner, signal });
      const headings = await Promise.all(headingPath.map((heading) => screenText(heading, scanner, { signal })));
      return {
        hit: {
          ...hit,
          filePath: paths.of(filePath),
          content: new ScreenedText(content, findings, { keepsLines: true }).text,
          headingPath: headings.map(({ text }) => text),
        },
        secrets: [
          ...paths.secretsIn(filePath, paths.of(filePath)),
          ...withheldSecrets(findings, (finding) => placeInFile(paths.of(filePath), finding)),
        ],
      };
    }),
  );
  return { hits: screened.map(({ hit }) => hit), secrets: screened.flatMap(({ secrets }) => secrets) };
}

/** The text of a file; `undefined` if it cannot be read, for example because it was removed since. */
async function textOf(
  path: string,
  { editor, signal }: CallOptions & { readonly editor: IEditorService },
): Promise<string | undefined> {
  try {
    return await editor.getContent(path, { signal });
  } catch (error) {
    signal?.throwIfAborted();
    if (!isLexichordError(error)) throw error;
    return undefined;
  }
}

/** Whole lines of a file. */
interface FileExcerpt {
  readonly content: string;
  /** Line of the file, from 1. */
  readonly startLine: number;
}

/**
 * Finds secrets in some lines of a file, with offsets in the excerpt and lines of the file. Of a secret that starts or
 * ends outside, which only a scan of the whole file finds, all lines in the excerpt are included.
 *
 * @param fileText `undefined` if it cannot be read: then only the excerpt is scanned
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
