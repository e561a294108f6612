import { utimesSync } from 'node:fs';
import { join } from 'node:path';

import { type PackJson, jsonOf } from '../test-support/packed-workspace.js';
import { aFolder, runCommand } from '../test-support/run-command.js';

interface SincePackJson extends PackJson {
  readonly previous?: {
    readonly valid: readonly { readonly filePath: string; readonly startLine: number; readonly endLine: number }[];
    readonly invalid: readonly object[];
  };
}

/** Functions of several sizes, in which no two lines are the same. */
const files: Readonly<Record<string, string>> = Object.fromEntries(
  ['bison', 'heron', 'ibex', 'lemur', 'okapi', 'quagga', 'tapir', 'walrus'].map((animal, index) => {
    const steps = Array.from({ length: 10 + 8 * index }, (_, step) => `  feed('${animal}', ${step});\n`);
    return [`src/${animal}.ts`, `export function feed_${animal}(): void {\n${steps.join('')}}\n`];
  }),
);

describe('pack --since', () => {
  const workspace = aFolder({ '.agent/.keep': '', ...files });
  // Newer files rank higher: which file is left for an outline must not depend on the moment each was written.
  for (const path of Object.keys(files)) utimesSync(join(workspace, path), 1_000_000, 1_000_000);
  const all = ['--reference', Object.keys(files).join(',')];
  const pack = async (...argv: readonly string[]): Promise<SincePackJson> => {
    const line = ['pack', 'how is the bison fed', '--json', ...argv];
    return jsonOf(await runCommand(line, { workingDirectory: workspace })) as SincePackJson;
  };

  it.each([
    ['last', 'in an outline', ['1500', ...all], { detailLevel: 'signature' }],
    ['FILE', 'in an outline', ['1500', ...all], { detailLevel: 'signature' }],
    ['last', 'cut off', ['45'], { isTruncated: true }],
    ['FILE', 'cut off', ['45'], { isTruncated: true }],
  ])('%s sends what the pack before only had %s', async (since, _what, budget, shown) => {
    const first = await pack('--budget', ...budget);
    expect(first.includedChunks).toEqual(expect.arrayContaining([expect.objectContaining(shown)]));
    const file = join(aFolder({ 'first.json': JSON.stringify(first) }), 'first.json');

    const second = await pack('--since', since === 'FILE' ? file : since, '--budget', '8000', ...all);

    const sent = new Set([first, second].flatMap(({ content }) => content.split('\n')));
    expect(Object.values(files).flatMap((text) => text.split('\n').filter((line) => !sent.has(line)))).toEqual([]);
    const before = new Set(first.content.split('\n'));
    for (const { filePath, startLine, endLine } of second.previous?.valid ?? []) {
      const lines = files[filePath]?.split('\n').slice(startLine - 1, endLine) ?? [];
      expect(lines.filter((line) => !before.has(line))).toEqual([]);
    }
    expect(second.previous?.invalid).toEqual([]);
  });

  it('says that there is nothing new', async () => {
    const line = ['pack', 'how is the heron fed', '--open', 'src/heron.ts'];
    const workingDirectory = aFolder({ '.agent/.keep': '', 'src/heron.ts': files['src/heron.ts'] ?? '' });
    await runCommand(line, { workingDirectory });

    const { stderr } = await runCommand([...line, '--since', 'last'], { workingDirectory });

    expect(stderr).toContain('There is nothing new: all that was found is in the pack before.');
  });
});
