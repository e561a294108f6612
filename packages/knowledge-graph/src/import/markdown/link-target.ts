/** Where a link leads. */
export interface LinkTarget {
  /** Relative to the workspace. */
  readonly documentPath: string;
  readonly anchor?: string | undefined;
}

/** @returns `undefined` for what leads out of the workspace, or to no document */
export function linkTarget(link: string, documentPath: string): LinkTarget | undefined {
  const [file = '', anchor] = link.split('#', 2);
  const place = anchor === undefined || anchor === '' ? undefined : decoded(anchor).toLowerCase();
  if (file === '') return place === undefined ? undefined : { documentPath, anchor: place };
  if (/^[a-z][a-z\d+.-]*:|^\/\//iu.test(file)) return undefined;
  const path = decoded(file.split('?', 1)[0] ?? '');
  const parts = path.startsWith('/') ? [] : documentPath.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.length === 0 ? undefined : { documentPath: parts.join('/'), anchor: place };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that escapes nothing stands for itself.
    return text;
  }
}
