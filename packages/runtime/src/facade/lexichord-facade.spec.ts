import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import {
  ErrorCode,
  IIndexService,
  type ILexichordRuntime,
  type IndexReport,
  LexichordError,
  type PendingContextSource,
} from '@lexichord/abstractions';

import type { RuntimeOptions } from '../runtime-options.js';
import { TemporaryRuntimes } from '../test-support/temporary-runtimes.js';

/** An index that cannot be brought up to date, for a reason that the file system gives. */
function withFailingIndex(code: ErrorCode): Pick<RuntimeOptions, 'register'> {
  const fail = () => Promise.reject(new LexichordError(code, 'There is no room.'));
  return { register: (container) => container.register(IIndexService, { useValue: { update: fail, watch: fail } }) };
}

describe('the facade of a runtime: assemble, search, pack', () => {
  let runtimes: TemporaryRuntimes;

  beforeEach(async () => {
    runtimes = await TemporaryRuntimes.create();
    await runtimes.write('src/ferry.ts', '/** When the ferry leaves. */\nexport const ferryTime = "nine";\n');
    await runtimes.write('docs/bakery.md', '# Bakery\n\nThe bakery opens at six, before the ferry leaves.\n');
  });

  afterEach(() => runtimes.dispose());

  const open = (options?: Partial<RuntimeOptions>): Promise<ILexichordRuntime> => runtimes.open(options);

  describe('assemble', () => {
    it('gives what the orchestrator assembles', async () => {
      const lexichord = await open();
      const request = { agentId: 'copilot', documentPath: 'docs/bakery.md' };

      const context = await lexichord.assemble(request, { maxTokens: 500 });

      expect(context.fragments.map(({ sourceId }) => sourceId)).toContain('document');
      expect(context.maxTokens).toBe(500);
    });

    it('names the sources that the licence locks', async () => {
      const lexichord = await open({ lowerTierTo: 'Core' });

      const { fragments, skipped } = await lexichord.assemble({ agentId: 'copilot' }, { maxTokens: 500 });

      expect(fragments).toEqual([]);
      expect(new Set(skipped.map(({ reason }) => reason))).toEqual(new Set(['unlicensed']));
    });
  });

  describe('search', () => {
    it('builds the index with the first search, and takes up what has changed with the next', async () => {
      const lexichord = await open({ lowerTierTo: 'Core' });

      const first = await lexichord.search('when does the ferry leave', { limit: 1 });
      await runtimes.write('src/tram.ts', 'export const tramTime = "ten";\n');
      const second = await lexichord.search('tramTime');

      expect(first.hits).toHaveLength(1);
      expect(second.hits[0]?.filePath).toBe('src/tram.ts');
    });

    it('keeps to a filter, and tells how far the index is', async () => {
      const lexichord = await open();
      const reports: IndexReport[] = [];
      const onIndexProgress = jest.fn();

      const { hits } = await lexichord.search('ferry', {
        filter: { paths: ['docs'] },
        onIndexProgress,
        onIndexReport: (report) => reports.push(report),
      });

      expect(hits.map(({ filePath }) => filePath)).toEqual(['docs/bakery.md']);
      expect(reports).toMatchObject([{ files: 2, added: 2 }]);
      expect(onIndexProgress).toHaveBeenCalled();
    });

    it('asks the index as it is where it need not be brought up to date', async () => {
      const lexichord = await open();
      await expect(lexichord.search('ferry', { refresh: false })).rejects.toMatchObject({ code: 'no-index' });
      await lexichord.index.update();
      await runtimes.write('src/tram.ts', 'export const tramTime = "ten";\n');

      const { hits } = await lexichord.search('tramTime', { refresh: false });

      expect(hits.map(({ filePath }) => filePath)).not.toContain('src/tram.ts');
    });

    it('asks the index as it is where it cannot be written, and says so', async () => {
      await (await open()).index.update();
      const lexichord = await open(withFailingIndex(ErrorCode.ioFailed));

      const { hits, warnings } = await lexichord.search('ferry');

      expect(hits).not.toEqual([]);
      expect(warnings).toEqual([
        'The search index could not be updated: There is no room. The answer is based on the existing index.',
      ]);
    });

    it('rejects with what kept the index from being made, where there is none', async () => {
      const lexichord = await open(withFailingIndex(ErrorCode.ioFailed));

      await expect(lexichord.search('ferry')).rejects.toMatchObject({ code: 'io-failed' });
    });

    it('asks no index that is damaged', async () => {
      await (await open()).index.update();
      const lexichord = await open(withFailingIndex(ErrorCode.storageFailed));

      await expect(lexichord.search('ferry')).rejects.toMatchObject({ code: 'storage-failed' });
    });
  });

  describe('with storage.read_only', () => {
    const told = 'storage.read_only is set, so the search index was not updated here.';

    it('asks the index as it is, and says so once in each answer', async () => {
      await (await open()).index.update();
      await runtimes.write('src/tram.ts', 'export const tramTime = "ten";\n');
      const lexichord = await open({ configuration: { storage: { readOnly: true } } });
      const onIndexReport = jest.fn();

      const found = await lexichord.search('ferry', { onIndexReport });
      const packed = await lexichord.pack('when does the ferry leave', { budget: 400 });
      const mapped = await lexichord.map();

      expect(found.hits.map(({ filePath }) => filePath).sort()).toEqual(['docs/bakery.md', 'src/ferry.ts']);
      expect(packed.content).toContain('ferryTime');
      expect(mapped.text).not.toContain('tramTime');
      expect([found.warnings, packed.warnings, mapped.warnings]).toEqual([[told], [told], [told]]);
      expect(onIndexReport).not.toHaveBeenCalled();
      expect((await lexichord.search('ferry', { refresh: false })).warnings).toEqual([]);
    });

    it('packs without the search’s hits where there is no index', async () => {
      const lexichord = await open({ configuration: { storage: { readOnly: true } } });

      const { warnings } = await lexichord.pack('when does the ferry leave', { budget: 400 });

      expect(warnings[0]).toBe(told);
      await expect(lexichord.search('ferry')).rejects.toMatchObject({ code: 'no-index' });
    });

    it('is the user’s to say, and not a workspace’s', async () => {
      await runtimes.write('.agent/config.yml', 'storage: { read_only: true }\n');

      await expect(open()).rejects.toMatchObject({
        code: 'invalid-configuration',
        message: expect.stringContaining('storage') as string,
      });
    });
  });

  describe('pack', () => {
    it('finds what a task needs, with the files that are named, under every licence', async () => {
      const lexichord = await open({ lowerTierTo: 'Core' });

      const packed = await lexichord.pack('when does the ferry leave', { budget: 400, openFiles: ['docs/bakery.md'] });

      expect(packed.includedChunks.map(({ filePath, sourceType }) => [filePath, sourceType])).toEqual(
        expect.arrayContaining([
          ['docs/bakery.md', 'open-file'],
          ['src/ferry.ts', 'search-result'],
        ]),
      );
      expect(packed.availableTokens).toBe(400);
      expect(packed.totalTokens).toBeLessThanOrEqual(400);
    });

    it('has the budget of the configuration, or a division of the window', async () => {
      const budget = { total: 5_000, responseReserve: 500, systemReserve: 100 };
      const lexichord = await open({ configuration: { context: { budget } } });
      const window = { totalTokens: 3_000, responseReserve: 1_000, systemReserve: 0 };

      const configured = await lexichord.pack('ferry');
      const divided = await lexichord.pack('ferry', { budget: window, refresh: false });

      expect(configured.availableTokens).toBe(4_400);
      expect(divided.availableTokens).toBe(2_000);
    });

    it('takes sources of the host’s own, outputs of tools and a template', async () => {
      const lexichord = await open();
      const ticket: PendingContextSource = {
        name: 'tickets',
        sourceType: 'tool-result',
        load: () => Promise.resolve([{ sourceType: 'tool-result', filePath: 'tool:ticket', content: 'Late again.\n' }]),
      };
      const stages: string[] = [];

      const { content } = await lexichord.pack('ferry', {
        sources: [ticket],
        toolOutputs: [{ name: 'log', text: 'The ferry was late.\n' }],
        template: 'xml',
        onStage: (stage) => stages.push(stage),
      });

      expect(content).toContain('Late again.');
      expect(content).toContain('The ferry was late.');
      expect(content).toMatch(/^</u);
      expect(stages).toContain('rank');
    });

    it('packs without the search’s hits where the index cannot be used, and says so', async () => {
      const lexichord = await open(withFailingIndex(ErrorCode.storageFailed));

      const packed = await lexichord.pack('ferry', { openFiles: ['docs/bakery.md'] });

      expect(packed.content).toContain('The bakery opens at six');
      expect(packed.warnings[0]).toBe('The search index could not be updated: There is no room.');
    });

    it('refuses a budget that is none', async () => {
      const lexichord = await open();

      await expect(lexichord.pack('ferry', { budget: -1 })).rejects.toMatchObject({ code: 'invalid-argument' });
    });
  });

  describe('expand, with the handle of a chunk', () => {
    it('gives the lines of what an outline shows, under every licence', async () => {
      const steps = '  leave(ferry, "nine", deck + 1);\n'.repeat(12);
      const plans = Array.from({ length: 60 }, (_, index) => `export function plan${index}(): void {\n${steps}}\n`);
      await runtimes.write('src/plans.ts', plans.join('\n'));
      const lexichord = await open({ lowerTierTo: 'Core' });
      const packed = await lexichord.pack('when does it leave', { budget: 8_000, openFiles: ['src/plans.ts'] });
      const { includedChunks, content } = packed;
      const outlined = includedChunks.find(({ detailLevel }) => detailLevel === 'signature');

      const body = await lexichord.expand(outlined?.id ?? '');

      const lines = (await readFile(join(lexichord.workspaceRoot, body.filePath), 'utf8')).split(/(?<=\n)/u);
      expect(content).toContain(body.handle);
      expect(lines.slice(body.startLine - 1, body.endLine).join('')).toBe(body.content);
    });

    it('refuses what lies outside, and lines that are no longer there', async () => {
      const lexichord = await open();

      await expect(lexichord.expand('../secret.ts:1-2')).rejects.toMatchObject({ code: 'path-denied' });
      await expect(lexichord.expand('src/ferry.ts:1-1@00000000')).rejects.toMatchObject({ code: 'content-changed' });
    });
  });

  it.each<[string, (lexichord: ILexichordRuntime, signal: AbortSignal) => Promise<unknown>]>([
    ['assemble', (lexichord, signal) => lexichord.assemble({ agentId: 'copilot' }, { maxTokens: 9 }, { signal })],
    ['search', (lexichord, signal) => lexichord.search('ferry', { signal })],
    ['search without an update', (lexichord, signal) => lexichord.search('ferry', { refresh: false, signal })],
    ['pack', (lexichord, signal) => lexichord.pack('ferry', { signal })],
    ['pack without an update', (lexichord, signal) => lexichord.pack('ferry', { refresh: false, signal })],
    ['index.update', (lexichord, signal) => lexichord.index.update({ signal })],
  ])('%s rejects with the reason of its signal', async (_name, call) => {
    const lexichord = await open();
    await lexichord.index.update();

    await expect(call(lexichord, AbortSignal.abort('enough'))).rejects.toBe('enough');
  });
});
