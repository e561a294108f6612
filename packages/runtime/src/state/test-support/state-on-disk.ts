import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { OriginRecords } from '../origin-records.js';
import { StateFolder } from '../state-folder.js';
import { stateFolders } from '../state-folders.js';

/** The disk of one test: where everything else is. */
export let root: string;
export let workspaceRoot: string;
export let userStateFolder: string;
let cacheFolder: string;

// The administrator's own temporary folder may be closed to the other users that some tests act as.
const temporaryFolder = process.getuid?.() === 0 ? '/tmp' : tmpdir();

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(temporaryFolder, 'lexichord-state-')));
  workspaceRoot = join(root, 'workspace');
  cacheFolder = join(root, 'cache');
  userStateFolder = join(root, 'user');
  await mkdir(workspaceRoot);
});

afterEach(() => rm(root, { recursive: true, force: true }));

interface Circumstances {
  readonly workspace?: string;
  readonly isTracked?: boolean;
  readonly isTrusted?: boolean;
  readonly damaged?: readonly string[];
  readonly records?: OriginRecords;
}

export const choose = ({
  workspace = workspaceRoot,
  isTracked = false,
  isTrusted = false,
  damaged = [],
  records = new OriginRecords([userStateFolder]),
}: Circumstances = {}): Promise<StateFolder> =>
  StateFolder.choose(stateFolders({ workspaceRoot: workspace, cacheFolder, userStateFolder }), {
    records,
    isTracked: () => Promise.resolve(isTracked),
    damagedTables: () => Promise.resolve(damaged),
    isTrusted,
  });

export const inWorkspace = (): string => join(workspaceRoot, '.lexichord');
export const inCache = (): string => stateFolders({ workspaceRoot, cacheFolder }).inCache;

/** State that this user made, with a file in it. */
export async function ownState(): Promise<void> {
  await (await choose()).prepare();
  await writeFile(join(inWorkspace(), 'last-pack.json'), 'mine');
}

/** State that came from elsewhere. */
export async function foreignState(): Promise<void> {
  await mkdir(inWorkspace());
  await writeFile(join(inWorkspace(), 'last-pack.json'), 'theirs');
}
