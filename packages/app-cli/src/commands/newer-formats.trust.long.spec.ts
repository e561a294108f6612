import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ErrorCode } from '@lexichord/abstractions';

import { type ArchivedState, anArchivedState, copyOf, expectDone } from '../test-support/archived-state.js';
import { runToError } from '../test-support/run-command.js';

/** What a later version would write instead of what this one knows. */
const laterFormat = 9;

/** By table: a command that needs it. */
const openers: Readonly<Record<string, string>> = {
  'conversation-log': 'memory export chat',
  'conversation-segments': 'memory show chat',
  'knowledge-facts': 'knowledge axioms',
  'search-chunks': 'index',
  'search-files': 'index',
  'search-symbols': 'index',
};

/** By table that is made of others: a command that does without it, with a word that it prints. */
const dispensable: Readonly<Record<string, readonly [command: string, word: string]>> = {
  'compressed-segments': ['memory show chat', 'PostgreSQL'],
  'knowledge-vectors': ['knowledge search invoices', 'Billing'],
};

/** By entry of the folder of state: why a later format of it does no harm. */
const harmless: Readonly<Record<string, string>> = {
  origin: 'is refused',
  'state.json': 'is refused',
  db: 'is refused, table by table',
  'last-pack.json': 'is refused, and replaced by the next pack',
  'search-corpus.bin': 'is made again',
  'search-files.json': 'is made again',
  'packed-texts': 'has names and no content: another name is no text that was packed',
  '.gitignore': 'is read by git alone',
};

describe('what a later version wrote', () => {
  let archived: ArchivedState;
  let state: ArchivedState;
  const pathOf = (name: string): string => join(state.workingDirectory, '.lexichord', name);
  const run = (line: string): Promise<string> => expectDone(line.split(' '), state);

  beforeAll(async () => {
    archived = await anArchivedState('current');
  });
  beforeEach(() => {
    state = copyOf(archived);
  });

  /** Writes a JSON file with the number of a later format, and gives its new content. */
  function raiseFormat(name: string): string {
    const value = JSON.parse(readFileSync(pathOf(name), 'utf8')) as object;
    expect(value).toHaveProperty('format');
    const text = JSON.stringify({ ...value, format: laterFormat });
    writeFileSync(pathOf(name), text);
    return text;
  }

  it('has been thought of for each file of the state', () => {
    expect(readdirSync(pathOf('.')).sort()).toEqual(Object.keys(harmless).sort());
    const tables = readdirSync(pathOf('db')).map((name) => name.replace(/\.lance$/u, ''));
    expect(tables.sort()).toEqual([...Object.keys(openers), ...Object.keys(dispensable)].sort());
  });

  it.each([
    ['origin', 'memory list'],
    ['origin', 'index'],
    ['state.json', 'strategies list'],
    ['state.json', 'strategies disable style'],
  ])('is refused and left as it is: %s, by "%s"', async (name, command) => {
    const text = raiseFormat(name);

    const { code, message } = await runToError(command.split(' '), state);

    expect([code, readFileSync(pathOf(name), 'utf8')]).toEqual([ErrorCode.storageFailed, text]);
    expect(message).toContain(`has format ${laterFormat}`);
    expect(message).toContain('Use the newer version');
  });

  it.each(Object.entries(openers))('is refused by its name when it is the table %s', async (table, command) => {
    raiseTableVersion(table);

    const { code, message } = await runToError(command.split(' '), state);

    expect(code).toBe(ErrorCode.storageFailed);
    expect(message).toContain(`Table "${table}" has version ${laterFormat}`);
    expect(message).toContain('Use the newer version');
  });

  it.each(Object.entries(dispensable))('is not needed when it is the table %s', async (table, [command, word]) => {
    raiseTableVersion(table);

    expect(await run(command)).toContain(word);
  });

  /** The version stands as a digit behind its key in each manifest. */
  function raiseTableVersion(table: string): void {
    const folder = pathOf(`db/${table}.lance/_versions`);
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.manifest'))) {
      const text = readFileSync(join(folder, name), 'latin1');
      const raised = text.replaceAll(/(lexichord:schema-version\x12\x01)\d/gu, `$1${laterFormat}`);
      expect(raised).not.toBe(text);
      writeFileSync(join(folder, name), raised, 'latin1');
    }
  }

  it('is replaced by the next pack when it is the record of the last one', async () => {
    raiseFormat('last-pack.json');

    const { message } = await runToError(['context', 'show'], state);

    expect(message).toContain('Run "lexichord pack" again');
    await run('pack zebra');
    expect(await run('context show')).toContain('notes.md');
  });

  it('is made again when it is a copy that search reads', async () => {
    const corpus = readFileSync(pathOf('search-corpus.bin'));
    corpus.writeUInt32LE(laterFormat, 4);
    writeFileSync(pathOf('search-corpus.bin'), corpus);
    writeFileSync(pathOf('search-files.json'), '{"key":"of a later version"}');

    expect(await run('search zebra')).toContain('notes.md');

    expect(readFileSync(pathOf('search-corpus.bin')).readUInt32LE(4)).toBeLessThan(laterFormat);
    expect(readFileSync(pathOf('search-files.json'), 'utf8')).toContain('notes.md');
  });

  it.each(['memory', 'knowledge'])('is refused when it is a backup: %s', async (feature) => {
    const backup = join(state.workingDirectory, `${feature}.backup`);
    const text = readFileSync(backup, 'utf8');
    expect(text).toContain('"format":1');
    writeFileSync(backup, text.replace('"format":1', `"format":${laterFormat}`));

    const { message } = await runToError([feature, 'restore', backup], state);

    expect(message).toContain(`it has format ${laterFormat}`);
    expect(message).toContain('restore it with the newer version that wrote it');
  });
});
