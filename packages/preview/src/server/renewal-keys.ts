import { opendir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { IClock, type ILexichordRuntime, IStateFolder } from '@lexichord/abstractions';
import { hasOwnRecordFolder, prepareRecordFolder, recordFolder, secretPattern } from '@lexichord/control/server';
import { parseJson, readPlainFile, replaceFile } from '@lexichord/platform/internal';
import { z } from 'zod';

import { type RenewalKey, randomWord } from '../protocol/renewal.js';

/** Time after the end of a panel in which its pages may connect to the next one. */
const forgottenAfterMs = 10 * 60 * 1_000;
/** Number of remembered starts. */
const maxKeys = 8;
const maxFileBytes = 4_096;
/** Maximum number of names read in the folder. */
const maxEntries = 1_024;

const fileName = /^renewal-(?<port>[1-9]\d{0,4})\.json$/u;

const renewalFileSchema = z.strictObject({
  version: z.literal(1),
  /** Newest first. */
  keys: z.array(z.strictObject({ key: z.string().regex(secretPattern), aliveAt: z.iso.datetime() })).max(maxKeys),
});
type AgedKey = z.output<typeof renewalFileSchema>['keys'][number];

type Services = Pick<ILexichordRuntime, 'resolve'>;

/**
 * The keys by which pages and panels of one port recognise each other after a restart. A panel stores its key in a
 * private file, with the time it was last alive, so that the next panel on the port can read it.
 */
export class RenewalKeys {
  /** Key of this start. */
  readonly own: RenewalKey;
  private former: readonly AgedKey[] = [];
  private taking: Promise<void> = Promise.resolve();

  constructor(
    private readonly runtime: Services,
    port: number,
  ) {
    this.own = { key: randomWord(), port };
  }

  /** This start's key, and those of panels that were on the port a few minutes ago, once they have been taken over. */
  async readKeys(): Promise<readonly RenewalKey[]> {
    const { port } = this.own;
    // An unreadable file was already reported by `takeOver`.
    await this.taking.catch(() => undefined);
    return [this.own, ...this.former.filter((key) => this.isFresh(key)).map(({ key }) => ({ key, port }))];
  }

  /**
   * Takes over the keys of the last panel on the port, and stores its own for the next.
   *
   * @throws {LexichordError} `io-failed`; the errors of the file system
   */
  takeOver(): Promise<void> {
    this.taking = this.takeFormer();
    return this.taking;
  }

  /** Updates the time in the file. @throws the errors of the file system */
  async keep(): Promise<void> {
    const own: AgedKey = { key: this.own.key, aliveAt: new Date(this.now()).toISOString() };
    const keys = [own, ...this.former.filter((key) => this.isFresh(key))];
    const path = join(this.folder, `renewal-${this.port}.json`);
    await replaceFile(path, [`${JSON.stringify({ version: 1, keys })}\n`], { isPrivate: true, isDerived: true });
  }

  private async takeFormer(): Promise<void> {
    const { folder, port } = this;
    await prepareRecordFolder(this.state);
    this.former = (await this.read()).filter((key) => this.isFresh(key)).slice(0, maxKeys - 1);
    await this.removeOthers(folder, port);
    await this.keep();
  }

  private get state(): IStateFolder {
    return this.runtime.resolve(IStateFolder);
  }

  private get folder(): string {
    return recordFolder(this.state.path);
  }

  private get port(): number {
    return this.own.port;
  }

  private now(): number {
    return this.runtime.resolve(IClock).now();
  }

  private isFresh({ aliveAt }: AgedKey): boolean {
    return Math.abs(this.now() - Date.parse(aliveAt)) < forgottenAfterMs;
  }

  /**
   * Reads the keys; none from a file that another user could have written or read, since the workspace may come from
   * another user.
   */
  private async read(port = this.port): Promise<readonly AgedKey[]> {
    if (!(await hasOwnRecordFolder(this.state.path))) return [];
    // A link, a folder or a file of a strange size is passed over.
    const path = join(this.folder, `renewal-${port}.json`);
    const file = await readPlainFile(path, maxFileBytes).catch(() => undefined);
    if (file?.isPrivate !== true) return [];
    return renewalFileSchema.safeParse(parseJson(file.bytes.toString('utf8'))).data?.keys ?? [];
  }

  /** Removes the keys of ports without a panel for a while. */
  private async removeOthers(folder: string, own: number): Promise<void> {
    let entries = 0;
    for await (const { name } of await opendir(folder)) {
      entries += 1;
      if (entries > maxEntries) return;
      const { port } = fileName.exec(name)?.groups ?? {};
      if (port === undefined || Number(port) === own) continue;
      const keys = await this.read(Number(port));
      if (!keys.some((key) => this.isFresh(key))) await rm(join(folder, name), { force: true });
    }
  }
}
