import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { fileState } from './repository-description.js';

/** A longer file is not one that git has written, in bytes. */
const maxHeadBytes = 4_096;

/**
 * A fingerprint of the commit that is checked out: it is another one when the branch changes or moves. `undefined` where
 * that cannot be told from files, as in a repository with another format of references.
 *
 * @param gitFolder of a repository whose work tree is its only one
 */
export function headState(gitFolder: string): string | undefined {
  try {
    const head = readFileSync(join(gitFolder, 'HEAD'), 'latin1');
    if (head.length > maxHeadBytes) return undefined;
    if (/^[0-9a-f]{40,64}\n?$/u.test(head)) return head;
    const reference = /^ref: (?<name>refs\/heads\/[^\0\n]+)\n?$/u.exec(head)?.groups?.['name'];
    if (reference === undefined || reference.split('/').some((part) => part.startsWith('.'))) return undefined;
    const files = [reference, 'packed-refs'].map((name) => fileState(join(gitFolder, name)));
    return files.includes('unknown') ? undefined : JSON.stringify([reference, ...files]);
  } catch {
    return undefined;
  }
}
