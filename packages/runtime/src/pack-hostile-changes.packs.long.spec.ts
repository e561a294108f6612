import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as otherWork } from 'node:timers/promises';
import type { PackStage } from '@lexichord/abstractions';

import { HostilePacks } from './test-support/hostile-packs.js';
import { commonWord } from './test-support/indexed-workspace.js';

/** In a file outside, to which files inside are made to lead. */
const canary = 'xylophonecanary';

/** A file of which every line says its version and its number. */
function versionOf(version: string, lines = 60): string {
  return Array.from({ length: lines }, (_, at) => `export const ${version}${at + 1} = '${commonWord}';\n`).join('');
}

describe('packing files that change meanwhile', () => {
  const packs = new HostilePacks();
  let outside: string;
  beforeAll(async () => {
    outside = await packs.outside({ 'secret.ts': `export const ${canary} = '${commonWord}';\n` });
  });
  afterAll(() => packs.dispose());

  const files = ['gone.ts', 'grown.ts', 'shrunk.ts', 'replaced.ts', 'linked.ts', 'folder.ts', 'binary.ts', 'stays.ts'];
  const disturb = (root: string): void => {
    rmSync(join(root, 'gone.ts'));
    writeFileSync(join(root, 'grown.ts'), versionOf('later', 5_000));
    writeFileSync(join(root, 'shrunk.ts'), versionOf('tiny', 1));
    writeFileSync(join(root, 'replaced.tmp'), versionOf('other'));
    renameSync(join(root, 'replaced.tmp'), join(root, 'replaced.ts'));
    rmSync(join(root, 'linked.ts'));
    symlinkSync(join(outside, 'secret.ts'), join(root, 'linked.ts'));
    rmSync(join(root, 'folder.ts'));
    mkdirSync(join(root, 'folder.ts'));
    writeFileSync(join(root, 'binary.ts'), Buffer.from([0, 1, 2]));
  };

  it.each<[PackStage, boolean]>([
    ['collect', true],
    ['chunk', true],
    ['rank', true],
    ['format', true],
    ['chunk', false],
    ['format', false],
  ])(
    'T-016 NFR-016-41: takes each file as it was or not at all, when they change at "%s" (open: %j)',
    async (disturbedStage, isOpen) => {
      const root = await packs.repository(
        Object.fromEntries(files.map((path) => [path, versionOf(path.slice(0, -3))])),
      );
      let isDisturbed = false;
      const { packed, told } = await packs.pack(root, {
        task: `${commonWord} gone.ts:3 grown.ts:3 linked.ts:3 stays.ts:3`,
        budget: 200_000,
        openFiles: isOpen ? files : [],
        onStage: (stage) => {
          if (stage !== disturbedStage || isDisturbed) return;
          isDisturbed = true;
          disturb(root);
        },
      });

      expect(isDisturbed).toBe(true);
      expect(told).not.toContain(canary);
      for (const { filePath, startLine, content } of packed.includedChunks) {
        const [, version = '', line] = /^export const (?<version>[a-z]+)(?<line>\d+) =/u.exec(content) ?? [];
        expect([filePath, Number(line)]).toEqual([filePath, startLine]);
        const before = versionOf(version, 5_000);
        expect([filePath, before.includes(content)]).toEqual([filePath, true]);
      }
      const stays = packed.includedChunks.find(({ filePath }) => filePath === 'stays.ts');
      const named = new Set(
        [...packed.includedChunks, ...packed.excludedChunks, ...packed.rejectedSources].map((one) => one.filePath),
      );
      if (isOpen) expect([...named].filter((path) => path.endsWith('.ts')).sort()).toEqual([...files].sort());
      expect(stays).toBeDefined();
    },
  );

  it('T-016 troubleshooting 5: warns of each file whose lines are no longer those that were packed', async () => {
    const root = await packs.repository(Object.fromEntries(files.map((path) => [path, versionOf(path.slice(0, -3))])));
    const { packed } = await packs.pack(root, {
      ...{ task: commonWord, openFiles: files },
      onStage: (stage) => {
        if (stage === 'rank') disturb(root);
      },
    });

    const warned = packed.warnings.map((warning) => /^(\S+) changed while it was packed/u.exec(warning)?.[1]);
    expect(warned.sort()).toEqual(files.filter((path) => path !== 'stays.ts').sort());
  });

  it('T-016 NFR-016-27: never mixes two versions, and never follows a link that takes a file’s place', async () => {
    const root = await packs.repository({
      'a.ts': versionOf('even'),
      'b.ts': versionOf('even'),
      'c.ts': versionOf('even'),
    });
    const over = new AbortController();
    const turns = { count: 0 };
    const writing = (async (): Promise<void> => {
      for (; !over.signal.aborted; turns.count += 1) {
        const version = turns.count % 2 === 0 ? 'odd' : 'even';
        writeFileSync(join(root, 'a.ts'), versionOf(version, 40 + (turns.count % 30)));
        writeFileSync(join(root, 'draft'), versionOf(version));
        renameSync(join(root, 'draft'), join(root, 'b.ts'));
        symlinkSync(join(outside, 'secret.ts'), join(root, 'draft'));
        renameSync(join(root, 'draft'), join(root, 'c.ts'));
        await otherWork();
        writeFileSync(join(root, 'draft'), versionOf(version));
        renameSync(join(root, 'draft'), join(root, 'c.ts'));
        await otherWork();
      }
    })();
    try {
      for (let run = 0; run < 4; run += 1) {
        const openFiles = ['a.ts', 'b.ts', 'c.ts'];
        const { packed, told, stored } = await packs.pack(root, { task: `${commonWord} a.ts:5 c.ts:9`, openFiles });

        expect(`${told}${stored}`).not.toContain(canary);
        for (const filePath of openFiles) {
          const texts = packed.includedChunks
            .filter((chunk) => chunk.filePath === filePath)
            .map(({ content }) => content);
          expect(new Set(texts.join('').match(/\b(?:odd|even)(?=\d)/gu)).size).toBeLessThanOrEqual(1);
        }
        for (const { startLine, content } of packed.includedChunks) {
          expect(content).toMatch(new RegExp(`^export const (?:odd|even)${startLine} =`, 'u'));
        }
      }
    } finally {
      over.abort();
      await writing;
    }
    expect(turns.count).toBeGreaterThan(4);
  });
});
