import { createHash } from 'node:crypto';
import { lstat, lutimes, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type IPackedTexts, IStateFolder } from '@lexichord/abstractions';
import { readPlainFile } from '@lexichord/platform/internal';
import { inject, injectable } from 'tsyringe';

/** Folder of the names of packed texts, in the folder for state. */
const folderName = 'packed-texts';

/** SHA-256 of a text and its length in bytes. */
const namePattern = /^[0-9a-f]{64}-(?<sizeBytes>[1-9]\d{0,14})$/u;

/** So many texts are remembered; those that were packed longest ago are forgotten. */
const maxRemembered = 1_000;

/** Forgotten at once, so that not every pack has to look at the time of each. */
const forgottenAtOnce = 100;

/**
 * Remembers that a text was packed, so that a file which holds it is recognised as a copy of other files, however it
 * was made and wherever it lies. Of the text there is nothing but a hash. Several processes can do so at once.
 *
 * @param stateFolder exists, and is no link
 * @throws what the file system throws
 */
export async function rememberPackedText(stateFolder: string, text: string): Promise<void> {
  if (text === '') return;
  const folder = join(stateFolder, folderName);
  await mkdir(folder, { recursive: true });
  // The workspace may be hostile, so nothing is written through a link.
  if (!(await lstat(folder)).isDirectory()) return;
  const bytes = Buffer.from(text);
  const path = join(folder, `${hashOf(bytes)}-${bytes.length}`);
  try {
    await writeFile(path, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const now = new Date();
    await lutimes(path, now, now);
  }
  await forgetOldest(folder);
}

async function forgetOldest(folder: string): Promise<void> {
  const names = await readdir(folder);
  if (names.length <= maxRemembered) return;
  const aged = await Promise.all(
    names.map(async (name) => ({ name, at: (await lstat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0 })),
  );
  aged.sort((one, other) => one.at - other.at || (one.name < other.name ? -1 : 1));
  for (const { name } of aged.slice(0, names.length - maxRemembered + forgottenAtOnce)) {
    await rm(join(folder, name), { force: true, recursive: true });
  }
}

/** Remembers packed texts in the folder of state: see {@link rememberPackedText}. */
@injectable()
export class PackedTextsFolder implements IPackedTexts {
  constructor(@inject(IStateFolder) private readonly state: Pick<IStateFolder, 'path' | 'prepare'>) {}

  async remember(text: string): Promise<void> {
    await this.state.prepare();
    await rememberPackedText(this.state.path, text);
  }
}

/** The packed texts of a workspace as they are remembered at one moment. */
export class PackedTexts {
  static readonly none = new PackedTexts(new Set(), new Set());

  private constructor(
    private readonly names: ReadonlySet<string>,
    private readonly sizes: ReadonlySet<number>,
  ) {}

  /** None when nothing was packed yet, or it cannot be read: then a packed text is taken for any other file. */
  static async read(stateFolder: string): Promise<PackedTexts> {
    const folder = join(stateFolder, folderName);
    const isFolder = (await lstat(folder).catch(() => undefined))?.isDirectory() === true;
    const names = isFolder ? await readdir(folder).catch(() => []) : [];
    const objectNames = names.filter((name) => namePattern.test(name));
    return new PackedTexts(new Set(objectNames), new Set(objectNames.map(sizeOf)));
  }

  /** Whether a file of one of these sizes can be a packed text here and none there, or the other way round. */
  differsFrom(other: PackedTexts, sizes: ReadonlySet<number>): boolean {
    const isOnlyIn = (some: PackedTexts, others: PackedTexts): boolean =>
      [...some.names].some((name) => !others.names.has(name) && sizes.has(sizeOf(name)));
    return isOnlyIn(this, other) || isOnlyIn(other, this);
  }

  /**
   * Whether a file holds a packed text and nothing else. It is read only when a packed text is as long.
   *
   * @param path absolute
   */
  async isHeldBy({ path, sizeBytes }: { readonly path: string; readonly sizeBytes: number }): Promise<boolean> {
    if (!this.sizes.has(sizeBytes)) return false;
    // What cannot be read is no matter of ours: who lists it finds out.
    const file = await readPlainFile(path, sizeBytes).catch(() => undefined);
    return file !== undefined && this.names.has(`${hashOf(file.bytes)}-${file.bytes.length}`);
  }
}

function sizeOf(name: string): number {
  return Number(namePattern.exec(name)?.groups?.['sizeBytes']);
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
