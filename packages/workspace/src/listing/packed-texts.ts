import { createHash } from 'node:crypto';
import { lstat, lutimes, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type IPackedTexts, IStateFolder } from '@lexichord/abstractions';
import { readPlainFile } from '@lexichord/platform/internal';
import { inject, injectable } from 'tsyringe';

/** Folder in the state whose file names identify packed texts. */
const folderName = 'packed-texts';

/** File name: SHA-256 of a text and its length in bytes. */
const namePattern = /^[0-9a-f]{64}-(?<sizeBytes>[1-9]\d{0,14})$/u;

/** Maximum number of remembered texts; beyond it, the least recently packed ones are removed. */
const maxRemembered = 1_000;

/** Number removed in addition, so that not every pack has to read all file times. */
const forgottenAtOnce = 100;

/**
 * Records the hash of a packed text, so that a file with this text is recognised as a copy of other files, independent
 * of its origin and path. Safe for several processes at once.
 *
 * @param stateFolder existing folder, no link
 * @throws the errors of the file system
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

/** Snapshot of the recorded packed texts of a workspace. */
export class PackedTexts {
  static readonly none = new PackedTexts(new Set(), new Set());

  private constructor(
    private readonly names: ReadonlySet<string>,
    private readonly sizes: ReadonlySet<number>,
  ) {}

  /** Reads the records; empty if there are none, or they cannot be read: then packed texts count as other files. */
  static async read(stateFolder: string): Promise<PackedTexts> {
    const folder = join(stateFolder, folderName);
    const isFolder = (await lstat(folder).catch(() => undefined))?.isDirectory() === true;
    const names = isFolder ? await readdir(folder).catch(() => []) : [];
    const objectNames = names.filter((name) => namePattern.test(name));
    return new PackedTexts(new Set(objectNames), new Set(objectNames.map(sizeOf)));
  }

  /** Whether the two snapshots differ in a packed text of one of these sizes in bytes. */
  differsFrom(other: PackedTexts, sizes: ReadonlySet<number>): boolean {
    const isOnlyIn = (some: PackedTexts, others: PackedTexts): boolean =>
      [...some.names].some((name) => !others.names.has(name) && sizes.has(sizeOf(name)));
    return isOnlyIn(this, other) || isOnlyIn(other, this);
  }

  /**
   * Whether a file's content is a packed text. The file is read only if a packed text has its size.
   *
   * @param path absolute path
   */
  async isHeldBy({ path, sizeBytes }: { readonly path: string; readonly sizeBytes: number }): Promise<boolean> {
    if (!this.sizes.has(sizeBytes)) return false;
    // An unreadable file is listed; its readers report the error.
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
