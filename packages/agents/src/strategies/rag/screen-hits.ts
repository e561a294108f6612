import {
  type CallOptions,
  type IEditorService,
  type ISecretScanner,
  type SearchHit,
  type WithheldSecret,
  isLexichordError,
} from '@lexichord/abstractions';
import { ScreenedText, screenText } from '@lexichord/secrets';
import { placeInFile, screenNames, withheldSecrets } from '@lexichord/secrets/internal';

import { findInExcerpt } from './excerpt-findings.js';

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
 * Replaces secrets in the texts and paths of hits. Each hit's whole file is looked through, because the scanner does
 * not recognise half a key.
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

/** `undefined` when it cannot be read, as a file that was removed since. */
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
