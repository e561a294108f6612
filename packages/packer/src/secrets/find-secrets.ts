import type { CallOptions, IEditorService } from '@lexichord/abstractions';

import type { UsableSource } from '../collect/collected-sources.js';
import { isToolPath } from '../collect/tool-outputs.js';
import type { SecretFinding } from './secret-finding.js';
import type { ISecretScanner } from './secret-scanner.js';

/** What finding needs. */
export interface FindContext extends CallOptions {
  readonly scanner: ISecretScanner;
  readonly editor: Pick<IEditorService, 'getContent'>;
}

/**
 * Secrets in the lines of a source, with the lines' numbers in its file. Of an excerpt the whole file is looked through,
 * because half a key is not known for one, and the excerpt itself, because the file may have changed since.
 *
 * @throws what `IEditorService.getDocument` throws; the signal's reason
 */
export async function findSecrets(
  { filePath, content, lineRange }: UsableSource,
  { scanner, editor, signal }: FindContext,
): Promise<readonly SecretFinding[]> {
  const own = await scanner.scan(content, { signal });
  if (lineRange === undefined) return own;
  const shift = lineRange.startLine - 1;
  const shifted = own.map(({ rule, startLine, endLine }) => ({
    rule,
    startLine: startLine + shift,
    endLine: endLine + shift,
  }));
  if (isToolPath(filePath)) return shifted;
  const whole = await scanner.scan(await editor.getContent(filePath, { signal }), { signal });
  const known = new Set(whole.map((finding) => JSON.stringify(placeOf(finding))));
  const further = shifted.filter((finding) => !known.has(JSON.stringify(placeOf(finding))));
  const touching = whole.filter(({ startLine, endLine }) => startLine <= lineRange.endLine && endLine > shift);
  return [...touching, ...further];
}

function placeOf({ rule, startLine, endLine }: SecretFinding): readonly (string | number)[] {
  return [rule, startLine, endLine];
}
