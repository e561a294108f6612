import { appendFileSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import {
  type ArchivedState,
  type ArchivedStateName,
  anArchivedState,
  commandSubjectsOf,
  copyOf,
  expectDone,
} from './archived-state.js';
import { aFolder, runCommand } from './run-command.js';

/** Tests that a user finds the archived state again, whichever version wrote it. */
export function describeArchivedState(name: ArchivedStateName): void {
  describe(`the state "${name}"`, () => {
    let archived: ArchivedState;
    let state: ArchivedState;
    const stdout = (...argv: readonly string[]): Promise<string> => expectDone(argv, state);

    beforeAll(async () => {
      archived = await anArchivedState(name);
    });
    beforeEach(() => {
      state = copyOf(archived);
    });

    it('keeps its conversation byte for byte, with the head that was given out', async () => {
      const file = join(state.workingDirectory, 'chat.jsonl');
      expect(await stdout('memory', 'export', 'chat')).toBe(readFileSync(file, 'utf8'));
      expect(await stdout('memory', 'verify', 'chat', '--head', state.known.head)).toContain('is intact');
      appendFileSync(file, '{"role":"user","content":"Good."}\n');
      const grown = await stdout('memory', 'add', 'chat.jsonl', '--conversation', 'chat', '--json');
      expect(JSON.parse(grown)).toMatchObject({ added: 1, known: 45 });
    });

    it('keeps the segments that were closed, under the ids that they had', async () => {
      const { segments } = JSON.parse(await stdout('memory', 'show', 'chat', '--json')) as {
        readonly segments: readonly { readonly isOpen: boolean }[];
      };
      const { closed } = state.known;
      expect(closed.length).toBeGreaterThan(0);
      expect(segments.filter(({ isOpen }) => !isOpen)).toMatchObject([...closed]);
    });

    it('keeps every fact and its history, and what was switched and packed', async () => {
      const shown = await stdout('knowledge', 'show', 'Billing', '--history');
      expect(shown).toMatch(/owner +payments/u);
      expect(shown).toContain('changed: owner');
      // The same file again changes nothing.
      expect(JSON.parse(await stdout('knowledge', 'import', 'facts.yaml', '--json'))).toMatchObject({
        changes: { entities: { added: 0, removed: 0 } },
      });
      expect(await stdout('strategies', 'list')).toMatch(/heading.*off/u);
      expect(await stdout('context', 'show')).toContain('src/crossing.ts');
      expect(await stdout('search', 'zebra crossing')).toContain('notes.md');
    });

    it('has a copy beside each table that was migrated and cannot be made again, and is whole', async () => {
      for (const line of ['memory show chat', 'knowledge axioms']) await runCommand(line.split(' '), state);

      expect((await runCommand(['doctor'], state)).exitCode).toBe(0);
      expect(copiesIn(state)).toEqual(migratedTables[name]);
    });

    it('gives its conversation to another workspace in a backup', async () => {
      const { memoryBackup } = await commandSubjectsOf(archived);
      const other = { workingDirectory: aFolder() };

      await expectDone(['memory', 'restore', join(archived.workingDirectory, memoryBackup)], other);

      const { head } = state.known;
      expect(await expectDone(['memory', 'verify', 'chat', '--head', head], other)).toContain('is intact');
    });
  });
}

/**
 * Tables that this version copies when it opens a state. For the newest archive there must be none: see
 * `states/README.md`.
 */
const migratedTables: Readonly<Record<ArchivedStateName, readonly string[]>> = {
  'before-origins': ['conversation-log.v1.backup', 'conversation-segments.v1.backup', 'knowledge-facts.v1.backup'],
  'before-checksums': ['conversation-log.v1.backup', 'conversation-segments.v1.backup', 'knowledge-facts.v1.backup'],
  'before-renderings': ['conversation-segments.v2.backup'],
  'before-level-checksums': ['conversation-segments.v2.backup'],
  'before-segments-3': ['conversation-segments.v2.backup'],
  'before-counted-facts': [],
  'before-levels-4': [],
  'before-byte-vectors': [],
  'before-visible-breaks': [],
  'before-plural-acronyms': [],
  current: [],
};

function copiesIn({ workingDirectory }: ArchivedState): readonly string[] {
  const tables = readdirSync(join(workingDirectory, '.lexichord/db')).sort();
  return tables.filter((table) => table.endsWith('.backup'));
}
