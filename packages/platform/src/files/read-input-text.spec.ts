import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PathDeniedError } from '@lexichord/abstractions';

import { inputJudge, judgeInputPath } from './judge-input.js';
import { readFailure } from './open-input-file.js';
import { readInputFile, readInputStream } from './read-input-text.js';

const label = 'The prompt';
const onLinux = process.platform === 'linux' ? it : it.skip;

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-input-')));
  path = join(folder, 'prompt.md');
});
afterEach(() => rm(folder, { recursive: true }));

describe('readInputFile', () => {
  it('gives the text without its byte order mark', async () => {
    await writeFile(path, '\uFEFFünf');

    expect(await readInputFile(path, { label })).toBe('ünf');
  });

  it.each<[string, (at: string) => unknown, string, string]>([
    ['nothing is there', () => undefined, 'not-found', 'does not exist'],
    ['a folder is there', (at) => mkdir(at), 'invalid-argument', 'is a folder'],
    ['a pipe is there', (at) => execFileSync('mkfifo', [at]), 'invalid-argument', 'is a pipe'],
    ['a link to itself is there', (at) => symlink(at, at), 'io-failed', 'cannot be read (ELOOP)'],
    ['it is too long', (at) => writeFile(at, 'x'.repeat(1_001)), 'file-too-large', 'is larger than 0.001 MB'],
    ['it is binary', (at) => writeFile(at, 'a\0b'), 'binary-file', 'is binary'],
  ])('says why it cannot read when %s', async (_case, place, code, message) => {
    await place(path);

    await expect(readInputFile(path, { label, limitMb: 0.001 })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(`The prompt ${message}`) as string,
    });
  });

  onLinux('asks the judge about the place where the file lies', async () => {
    await writeFile(join(folder, '.env'), 'KEY=1');
    await symlink('.env', path);
    const judge = inputJudge('prompt.md', { root: folder, isDenied: (name) => name === '.env' });

    await expect(readInputFile(path, { label, judge })).rejects.toThrow(PathDeniedError);
  });
});

describe('readInputStream', () => {
  it('joins pieces of text and of bytes, also where a character is split', async () => {
    const bytes = Buffer.from('ü');
    async function* pieces(): AsyncGenerator<Buffer | string> {
      yield* await Promise.resolve(['a', bytes.subarray(0, 1), bytes.subarray(1)]);
    }

    expect(await readInputStream(pieces(), { label })).toBe('aü');
  });

  it('reads no further than the limit', async () => {
    let given = 0;
    async function* endless(): AsyncGenerator<string> {
      for (;;) yield await Promise.resolve('x'.repeat(400)).finally(() => (given += 1));
    }

    await expect(readInputStream(endless(), { label, limitMb: 0.001 })).rejects.toMatchObject({
      code: 'file-too-large',
      details: { limitBytes: 1_000 },
    });
    expect(given).toBe(3);
  });
});

it('names the reason of a failed read where the system gives one', () => {
  expect(readFailure(label, new TypeError('odd')).message).toBe('The prompt cannot be read (unknown reason).');
});

describe('inputJudge', () => {
  const asked: string[] = [];
  const isDenied = (name: string): boolean => asked.push(name) > 0 && name.endsWith('.env');

  beforeEach(() => {
    asked.length = 0;
  });

  it('judges by the place in the workspace, and elsewhere by all names', () => {
    const judge = inputJudge('a.md', { root: '/work', isDenied });

    judge('/work/docs/a.md');
    judge('/work/..docs/a.md');
    judge('/workshop/a.md');
    judge('/work');

    expect(asked).toEqual(['docs/a.md', '..docs/a.md', 'workshop/a.md', 'work']);
    expect(() => judge('/elsewhere/.env')).toThrow('a.md');
  });

  it('judges both ends of a link, and a missing file by its name', async () => {
    await symlink('.env', path);
    const judge = inputJudge('prompt.md', { root: folder, isDenied });

    await judgeInputPath(path, judge);
    expect(asked).toEqual(['prompt.md', 'prompt.md']);

    await writeFile(join(folder, '.env'), '');
    await expect(judgeInputPath(path, judge)).rejects.toThrow(PathDeniedError);
  });
});
