/** A parsed reference. */
export interface ReferencePath {
  /** The file, relative to the description's folder; '' is the description itself. */
  readonly file: string;
  /** Keys from the root of the file. */
  readonly keys: readonly string[];
}

/** @returns a sentence if the target is invalid or must not be read */
export function referencePath(reference: string, fromFile: string, documentPath: string): ReferencePath | string {
  const hash = reference.indexOf('#');
  const [file, pointer] = hash === -1 ? [reference, ''] : [reference.slice(0, hash), reference.slice(hash + 1)];
  if (pointer !== '' && !pointer.startsWith('/')) return `${shown(reference)} is not a path to a part of a document.`;
  const keys = pointer.split('/').slice(1).map(pointerKey);
  if (file === '') return { file: fromFile, keys };
  const path = pathBeside(decoded(file), fromFile, documentPath);
  return path === undefined
    ? `${shown(reference)} refers to a location that is not read. Only files in the folder of this one are read.`
    : { file: path, keys };
}

/** A reference path as the key of a map. */
export function pathName({ file, keys }: ReferencePath): string {
  return JSON.stringify([file, ...keys]);
}

/** Quotes and shortens a reference for a message. */
export function shown(reference: string): string {
  return JSON.stringify(reference.length > 200 ? `${reference.slice(0, 199)}…` : reference);
}

function pointerKey(key: string): string {
  const plain = decoded(key);
  return plain.includes('~') ? plain.replaceAll('~1', '/').replaceAll('~0', '~') : plain;
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that escapes nothing is literal.
    return text;
  }
}

/** @returns `undefined` for a URL, an absolute path, and a path outside the workspace */
function pathBeside(file: string, fromFile: string, documentPath: string): string | undefined {
  if (/^[a-z][a-z\d+.-]*:|^[/\\]|[\\\u0000-\u001F]/iu.test(file)) return undefined;
  const folders = fromFile.split('/').slice(0, -1);
  let depth = documentPath.split('/').length - 1;
  const parts: string[] = [];
  for (const part of [...folders, ...file.split('/')]) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (depth > 0) {
      depth -= 1;
      parts.push(part);
    } else return undefined;
  }
  return parts.join('/');
}
