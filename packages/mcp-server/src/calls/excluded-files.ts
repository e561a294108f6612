import { IWorkspaceListing } from '@lexichord/abstractions';

import type { ToolCall } from './call-context.js';
import { isInFolders } from './call-folders.js';

/** Files outside the client's folders; `undefined` without such a limit. */
export async function excludedFiles({
  runtime,
  folders,
  signal,
}: Pick<ToolCall, 'runtime' | 'folders' | 'signal'>): Promise<readonly string[] | undefined> {
  if (folders === undefined) return undefined;
  const outside: string[] = [];
  for await (const { relativePath } of runtime.resolve(IWorkspaceListing).list({ signal })) {
    if (!isInFolders(relativePath, folders)) outside.push(relativePath);
  }
  return outside;
}
