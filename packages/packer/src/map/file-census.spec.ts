import type { IWorkspaceListing, ListOptions, ListedFile } from '@lexichord/abstractions';

import { FileCensus } from './file-census.js';

/** A listing whose files and version a test sets. */
class SetListing implements IWorkspaceListing {
  paths: readonly string[] = ['src/a.ts', 'src/b.py', 'readme.md'];
  current: string | undefined = 'one';
  isLasting = true;
  listed = 0;

  async *list({ onWarning }: ListOptions = {}): AsyncGenerator<ListedFile> {
    this.listed += 1;
    onWarning?.('git is missing', { isLasting: this.isLasting });
    for (const relativePath of this.paths) {
      yield { relativePath, sizeBytes: 1, modifiedMs: 0, language: relativePath.endsWith('.py') ? 'python' : 'other' };
    }
    await Promise.resolve();
  }

  version(): Promise<string | undefined> {
    return Promise.resolve(this.current);
  }
}

describe('FileCensus', () => {
  it('counts the files of each language and of each folder of the root, and keeps the warnings', async () => {
    const { paths, languages, folders, warnings } = await new FileCensus(new SetListing()).count({});

    expect([...paths]).toEqual(['src/a.ts', 'src/b.py', 'readme.md']);
    expect(Object.fromEntries(languages)).toEqual({ other: 2, python: 1 });
    expect(Object.fromEntries(folders)).toEqual({ src: 2 });
    expect(warnings).toEqual(['git is missing']);
  });

  it('lists the files again where only another listing tells whether its warning still holds', async () => {
    const listing = Object.assign(new SetListing(), { isLasting: false });
    const census = new FileCensus(listing);
    await census.count({});

    Object.assign(listing, { paths: ['b.ts'] });
    expect([...(await census.count({})).paths]).toEqual(['b.ts']);
  });

  it('lists the files again only when the version of the listing is another or unknown', async () => {
    const listing = new SetListing();
    const census = new FileCensus(listing);

    const first = await census.count({});
    const again = await census.count({});
    expect(again).toEqual(first);
    expect(listing.listed).toBe(1);

    Object.assign(listing, { paths: ['b.ts'], current: 'two' });
    expect([...(await census.count({})).paths]).toEqual(['b.ts']);

    Object.assign(listing, { paths: ['c.ts'], current: undefined });
    expect([...(await census.count({})).paths]).toEqual(['c.ts']);
    Object.assign(listing, { paths: ['d.ts'] });
    expect([...(await census.count({})).paths]).toEqual(['d.ts']);
  });
});
