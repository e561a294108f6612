import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { type SegmentJson, aChatWorkspace, chatLines, segmentsOf } from '../test-support/memory-workspace.js';
import { runCommand, runJson, runToError } from '../test-support/run-command.js';

const decision = chatLines()[7]?.content ?? '';

describe('lexichord memory show, expand, recall and detect', () => {
  let workingDirectory: string;
  let first: SegmentJson;

  beforeAll(async () => {
    workingDirectory = await aChatWorkspace({ 'plan.md': '# Plan\n\nHow do we get to the island with bicycles?\n' });
    first = (await segmentsOf(workingDirectory))[0] as SegmentJson;
  });

  const expand = (from: string, to: string, ...more: string[]) => [
    ...['memory', 'expand', first.segmentId, '--from', from, '--to', to],
    ...more,
  ];

  describe('show', () => {
    it('shows all segments in short, each with its messages, times and tokens', async () => {
      const { exitCode, stdout, stderr } = await runCommand(['memory', 'show', 'chat'], { workingDirectory });

      expect([exitCode, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/^[0-9a-f]{8}-1 {2}m0 … m14 · 2026-03-04 09:00 to 2026-03-04 09:14 · \d+ of \d+ tokens\n/);
      expect(stdout).toContain(decision);
      expect(stdout).toMatch(/\n\n[0-9a-f]{8}-3 .* · open\n/);
    });

    it('has every level, with less and less', async () => {
      const levels = ['full', 'detailed', 'brief', 'tags'];
      const tokens: number[] = [];
      for (const level of levels) {
        const segments = await segmentsOf(workingDirectory, level);
        expect(segments.map(({ messageIds }) => messageIds.length)).toEqual([15, 15, 15]);
        tokens.push(segments.reduce((sum, { tokenCount }) => sum + tokenCount, 0));
      }

      expect(tokens).toEqual(tokens.toSorted((a, b) => b - a));
      expect(new Set(tokens).size).toBe(4);
    });

    it('has anchors and markers as JSON, levels by their names', async () => {
      const shown = await runJson(['memory', 'show', 'chat'], { workingDirectory });

      expect(shown).toMatchObject({ conversationId: 'chat', level: 'brief', messages: 45 });
      const [segment] = shown['segments'] as { anchors: { text: string }[]; markers: { targetLevel: string }[] }[];
      expect(segment?.anchors.map(({ text }) => text).join('\n')).toContain('Blauwasser');
      expect(segment?.markers.every(({ targetLevel }) => targetLevel === 'detailed')).toBe(true);
    });

    it('names what is not there', async () => {
      const unknown = await runToError(['memory', 'show', 'none'], { workingDirectory });
      const level = await runToError(['memory', 'show', 'chat', '--level', 'most'], { workingDirectory });

      expect(unknown).toMatchObject({ exitCode: 1, code: 'not-found' });
      expect(level).toMatchObject({
        exitCode: 2,
        code: 'invalid-argument',
        message: '--level is "most"; it must be one of tags, brief, detailed, full.',
      });
    });
  });

  describe('expand', () => {
    it('COMP-06 §9 Scenario: Expand from Brief to Detailed', async () => {
      const [detailed] = await segmentsOf(workingDirectory, 'detailed');

      const { exitCode, stdout } = await runCommand(expand('Brief', 'Detailed'), { workingDirectory });
      const json = await runJson(expand('brief', 'detailed'), { workingDirectory });

      expect([exitCode, stdout]).toEqual([0, `${detailed?.content ?? ''}\n`]);
      expect(json).toEqual({
        steps: [
          {
            segmentId: first.segmentId,
            level: 'detailed',
            content: detailed?.content,
            tokenCount: detailed?.tokenCount,
            isFullTranscript: false,
            secrets: [],
          },
        ],
      });
    });

    it('COMP-06 §9 Scenario: Cascade expansion', async () => {
      const { steps } = await runJson(expand('tags', 'full', '--cascade'), { workingDirectory });
      const { stdout } = await runCommand(expand('tags', 'full', '--cascade'), { workingDirectory });

      const shown = steps as { level: string; isFullTranscript: boolean; messages?: { content: string }[] }[];
      expect(shown.map(({ level }) => level)).toEqual(['brief', 'detailed', 'full']);
      expect(shown.map(({ isFullTranscript }) => isFullTranscript)).toEqual([false, false, true]);
      expect(shown[2]?.messages?.map(({ content }) => content)).toEqual(chatLines(15).map(({ content }) => content));
      expect(shown[1]?.messages).toBeUndefined();
      expect(stdout.match(/^[0-9a-f]{8}-1 (?:brief|detailed|full) {2}\d+ tokens$/gmu)).toHaveLength(3);
    });

    it('COMP-06 §3.2: needs Teams for several levels, and WriterPro for one', async () => {
      const tier = ['--tier', 'writerpro'];

      const one = await runCommand(expand('detailed', 'full', ...tier), { workingDirectory });
      const several = await runToError(expand('tags', 'full', ...tier), { workingDirectory });
      const cascade = await runToError(expand('tags', 'full', '--cascade', ...tier), { workingDirectory });

      expect(one.exitCode).toBe(0);
      expect(one.stdout).toContain(decision);
      for (const error of [several, cascade]) {
        expect(error).toMatchObject({ exitCode: 3, code: 'license-required' });
        expect(error.message).toContain('Teams');
      }
    });

    it.each([
      [['--from', 'detailed', '--to', 'brief'], 2],
      [['--from', 'brief', '--to', 'brief'], 2],
      [['--from', 'brief'], 2],
      [['--to', 'full'], 2],
      [['--from', '2', '--to', 'full'], 2],
    ])('refuses %j', async (options, exitCode) => {
      const error = await runToError(['memory', 'expand', first.segmentId, ...options], { workingDirectory });

      expect(error).toMatchObject({ exitCode, code: 'invalid-argument' });
    });

    it.each(['12345678-1', 'nonsense', "'; DROP TABLE x", '__proto__'])('does not know segment %j', async (id) => {
      const error = await runToError(['memory', 'expand', id, '--from', 'brief', '--to', 'detailed'], {
        workingDirectory,
      });

      expect(error).toMatchObject({ exitCode: 1, code: 'not-found' });
    });
  });

  describe('recall', () => {
    it('prints what matters to the query within the budget, and accounts for it', async () => {
      const argv = ['memory', 'recall', 'chat', 'which ferry carries bicycles', '--budget', '400'];

      const { exitCode, stdout, stderr } = await runCommand(argv, { workingDirectory });
      const json = await runJson(argv, { workingDirectory });

      expect(exitCode).toBe(0);
      expect(stdout).toContain('Blauwasser');
      expect(stderr).toMatch(/^\d+ of 400 tokens, from a conversation of [\d,]+/);
      expect(json).toMatchObject({ content: stdout, maxTokens: 400, conversationId: 'chat' });
      expect(json['totalTokens']).toBeLessThanOrEqual(400);
      for (const segment of json['segments'] as Record<string, unknown>[]) {
        expect(segment).toMatchObject({
          segmentId: expect.any(String) as unknown,
          messageIds: expect.any(Array) as unknown,
        });
        expect(['full', 'detailed', 'brief', 'tags']).toContain(segment['level']);
        expect(['recent', 'relevant', 'anchors', 'overview']).toContain(segment['reason']);
      }
    });

    it('has a budget of 2,000 unless another is given, and none at all', async () => {
      const usual = await runJson(['memory', 'recall', 'chat', 'ferry'], { workingDirectory });
      const none = await runJson(['memory', 'recall', 'chat', 'ferry', '--budget', '0'], { workingDirectory });

      expect(usual['maxTokens']).toBe(2_000);
      expect(none).toMatchObject({ content: '', totalTokens: 0, segments: [] });
    });

    it('names what is wrong', async () => {
      const unknown = await runToError(['memory', 'recall', 'none', 'x'], { workingDirectory });
      const budget = await runToError(['memory', 'recall', 'chat', 'x', '--budget', '-4'], { workingDirectory });

      expect(unknown).toMatchObject({ exitCode: 1, code: 'not-found' });
      expect(budget).toMatchObject({ exitCode: 2, code: 'invalid-argument' });
    });
  });

  describe('detect', () => {
    const asking = 'Could you remind me what we decided about the ferry of Blauwasser?';

    it('COMP-06 §8.4: says which segments an answer needs, and why', async () => {
      const decision = await runJson(['memory', 'detect', asking, '--conversation', 'chat'], { workingDirectory });
      const { stdout } = await runCommand(['memory', 'detect', asking, '--conversation', 'chat'], { workingDirectory });

      expect(decision).toMatchObject({ shouldExpand: true, reason: expect.any(String) as unknown });
      expect(decision['segmentIds']).toContain(first.segmentId);
      expect(['brief', 'detailed', 'full']).toContain(decision['targetLevel']);
      expect(stdout).toContain(`Expand to ${String(decision['targetLevel'])}: `);
    });

    it('finds nothing in an answer that has enough', async () => {
      const { stdout } = await runCommand(['memory', 'detect', 'I have enough context.', '--conversation', 'chat'], {
        workingDirectory,
      });

      expect(stdout).toMatch(/^Nothing to expand\. /);
    });

    it('reads the answer from a file or standard input, and what was shown from another', async () => {
      const shown = await runCommand(['memory', 'expand', first.segmentId, '--from', 'brief', '--to', 'full'], {
        workingDirectory,
      });
      const { segmentId, messageIds } = first;
      const recalled = {
        conversationId: 'chat',
        content: shown.stdout,
        segments: [{ segmentId, level: 'full', messageIds }],
      };
      writeFileSync(join(workingDirectory, 'recalled.json'), JSON.stringify(recalled));
      writeFileSync(join(workingDirectory, 'answer.txt'), asking);
      const context = ['--conversation', 'chat', '--context', 'recalled.json'];

      const fromFile = await runJson(['memory', 'detect', 'answer.txt', '--conversation', 'chat'], {
        workingDirectory,
      });
      const seen = await runJson(['memory', 'detect', '-', ...context], { workingDirectory, stdin: asking });

      expect(fromFile['segmentIds']).toContain(segmentId);
      expect(seen['segmentIds']).not.toContain(segmentId);
    });

    it('takes the JSON of assemble, and plain text, for what was shown', async () => {
      const assembled = await runJson(['assemble', 'plan.md', '--conversation', 'chat'], { workingDirectory });
      writeFileSync(join(workingDirectory, 'assembled.json'), JSON.stringify(assembled));
      writeFileSync(join(workingDirectory, 'shown.txt'), 'Nothing of it.');

      for (const file of ['assembled.json', 'shown.txt']) {
        const argv = ['memory', 'detect', 'I have enough context.', '--conversation', 'chat', '--context', file];

        expect(await runJson(argv, { workingDirectory })).toMatchObject({ shouldExpand: false });
      }
    });

    it('names what is wrong', async () => {
      const errorOf = (...argv: string[]) => runToError(['memory', 'detect', ...argv], { workingDirectory });

      expect(await errorOf('x')).toMatchObject({ exitCode: 2, code: 'invalid-argument' });
      expect(await errorOf('x', '--conversation', 'none')).toMatchObject({ exitCode: 1, code: 'not-found' });
      expect(await errorOf('-', '--conversation', 'chat', '--context', '-')).toMatchObject({ exitCode: 2 });
      expect(await errorOf('x', '--conversation', 'chat', '--context', 'none.json')).toMatchObject({ exitCode: 1 });
    });
  });

  describe('assemble --conversation', () => {
    it('has a fragment of the conversation', async () => {
      const argv = ['assemble', 'plan.md', '--conversation', 'chat', '--query', 'which ferry carries bicycles'];

      const { fragments } = await runJson(argv, { workingDirectory });
      const { stdout } = await runCommand(argv, { workingDirectory });

      const fragment = (fragments as { sourceId: string; content: string; metadata: object }[]).find(
        ({ sourceId }) => sourceId === 'conversation',
      );
      expect(fragment?.content).toContain('Blauwasser');
      expect(fragment?.metadata).toMatchObject({
        conversationId: 'chat',
        segments: expect.arrayContaining([expect.objectContaining({ segmentId: first.segmentId })]) as unknown,
      });
      expect(stdout).toContain('## Conversation');
    });

    it('has none without the option', async () => {
      const { fragments } = await runJson(['assemble', 'plan.md'], { workingDirectory });

      expect((fragments as { sourceId: string }[]).map(({ sourceId }) => sourceId)).not.toContain('conversation');
    });
  });
});
