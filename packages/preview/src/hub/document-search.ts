import {
  type CallOptions,
  IClock,
  type ILexichordRuntime,
  IWorkspaceListing,
  type ListedFile,
} from '@lexichord/abstractions';
import { SharedWork, compareText } from '@lexichord/platform/internal';

import type { DocumentChoices } from '../protocol/preview-connection.js';
import type { PanelNames } from './panel-names.js';

/** Time for which a listing is reused for further searches, in milliseconds. */
const freshForMs = 3_000;

/** Files in the result of a search. */
const maxChoices = 100;

/** Files by a few words of their path. */
export class DocumentSearch {
  private readonly listing: IWorkspaceListing;
  private readonly clock: IClock;
  private readonly shared = new SharedWork<readonly ListedFile[]>();
  private last: { readonly files: readonly ListedFile[]; readonly atMs: number } | undefined;

  constructor(
    runtime: Pick<ILexichordRuntime, 'resolve'>,
    private readonly names: PanelNames,
  ) {
    this.listing = runtime.resolve(IWorkspaceListing);
    this.clock = runtime.resolve(IClock);
  }

  /** @throws the signal's reason */
  async find(words: string, { signal }: CallOptions = {}): Promise<DocumentChoices> {
    const { documents, total } = chooseFiles(await this.files(signal), words);
    return { documents: documents.map((one) => ({ ...one, path: this.names.of(one.path) })), total };
  }

  private files(signal: AbortSignal | undefined): Promise<readonly ListedFile[]> {
    const { last } = this;
    if (last !== undefined && this.clock.monotonicMs() - last.atMs < freshForMs) return Promise.resolve(last.files);
    return this.shared.join('all', (work) => this.list(work), signal);
  }

  private async list(signal: AbortSignal): Promise<readonly ListedFile[]> {
    const files: ListedFile[] = [];
    for await (const file of this.listing.list({ signal })) files.push(file);
    await this.names.learn(
      files.map(({ relativePath }) => relativePath),
      { signal },
    );
    this.last = { files, atMs: this.clock.monotonicMs() };
    return files;
  }
}

/** Files whose path has every word, in any case: first those whose name has them, then by path. */
export function chooseFiles(files: readonly ListedFile[], words: string): DocumentChoices {
  const wanted = [...new Set(words.toLowerCase().split(/\s+/u).filter(Boolean))];
  const found = files.flatMap((file) => {
    const path = file.relativePath.toLowerCase();
    if (!wanted.every((word) => path.includes(word))) return [];
    const name = path.slice(path.lastIndexOf('/') + 1);
    return [{ file, outsideName: wanted.filter((word) => !name.includes(word)).length }];
  });
  found.sort(
    (left, right) =>
      left.outsideName - right.outsideName || compareText(left.file.relativePath, right.file.relativePath),
  );
  const documents = found
    .slice(0, maxChoices)
    .map(({ file: { relativePath, language, sizeBytes } }) => ({ path: relativePath, language, sizeBytes }));
  return { documents, total: found.length };
}
