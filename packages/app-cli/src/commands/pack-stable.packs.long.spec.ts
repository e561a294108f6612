import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { type PackJson, jsonOf } from '../test-support/packed-workspace.js';
import { type FolderFiles, aFolder, runCommand, runToError } from '../test-support/run-command.js';

interface StablePackJson extends PackJson {
  readonly bodyChunks?: number;
  readonly previous?: { readonly valid: readonly object[]; readonly invalid: readonly { readonly filePath: string }[] };
}

const animals = ['bison', 'heron', 'ibex', 'lemur', 'okapi', 'quagga', 'tapir', 'walrus'] as const;

/** A file with a function about an animal, and one about all of them. */
function source(animal: string): string {
  const steps = Array.from({ length: 6 }, (_, step) => `  const ${animal}${step} = size + ${step};`).join('\n');
  return `/** Feeds the ${animal}. */\nexport function feed_${animal}(size: number): number {\n${steps}\n  return ${animal}5;\n}\n`;
}

function aZoo(): string {
  const files: FolderFiles = Object.fromEntries(animals.map((animal) => [`src/${animal}.ts`, source(animal)]));
  return aFolder({ '.agent/.keep': '', ...files });
}

describe('pack --layout stable and --since', () => {
  let folder: string;
  beforeEach(() => {
    folder = aZoo();
  });

  const pack = async (task: string, ...argv: readonly string[]): Promise<StablePackJson> =>
    jsonOf(await runCommand(['pack', task, '--json', ...argv], { workingDirectory: folder })) as StablePackJson;
  const stable = (task: string, budget = 600): Promise<StablePackJson> =>
    pack(task, '--layout', 'stable', '--budget', `${budget}`);
  /** With several files, whatever the search finds. */
  const all = ['--reference', animals.map((animal) => `src/${animal}.ts`).join(',')];
  const firstOf = (...argv: readonly string[]): Promise<StablePackJson> =>
    pack('how is the quagga fed', '--layout', 'stable', '--budget', '600', ...all, ...argv);
  const edit = (animal: string, change: (text: string) => string): void => {
    const path = join(folder, `src/${animal}.ts`);
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  };
  /** The text before the end that may change, by the last line of the body's last chunk. */
  const bodyOf = ({ content, includedChunks, bodyChunks = 0 }: StablePackJson): string => {
    const last = includedChunks[bodyChunks - 1]?.filePath ?? '';
    return content.slice(0, content.indexOf('\n}', content.indexOf(`### ${last}\n`)) + 2);
  };

  it('orders the body by path, and begins the next text with it, whatever the next task is', async () => {
    const first = await firstOf();
    const second = await stable('how is the bison fed');

    const paths = first.includedChunks.slice(0, first.bodyChunks).map(({ filePath }) => filePath);
    expect(paths.length).toBeGreaterThan(2);
    expect(paths).toEqual(paths.toSorted());
    expect(second.content.startsWith(bodyOf(first))).toBe(true);
    expect(second.content).toContain('feed_bison');
    expect([first.totalTokens <= 600, second.totalTokens <= 600]).toEqual([true, true]);
  });

  it('gives the same text for the same task after the same pack', async () => {
    const first = await firstOf();
    const again = await stable('how is the quagga fed');

    expect(again.content.startsWith(bodyOf(first))).toBe(true);
    expect((await stable('how is the quagga fed')).content).toBe(again.content);
  });

  it('keeps what stands before a changed chunk, and never shows the lines as they were', async () => {
    const first = await firstOf();
    const [kept, changed] = [first.includedChunks[0]?.filePath, first.includedChunks[1]?.filePath ?? ''];
    const animal = changed.slice('src/'.length, -'.ts'.length);
    edit(animal, (text) => text.replace('size + 0', 'size + 1000'));

    const second = await stable(`how is the ${animal} fed`);

    expect(second.includedChunks[0]?.filePath).toBe(kept);
    expect(second.content).toContain('size + 1000');
    expect(second.content.split(`const ${animal}0 = size`)).toHaveLength(2);
  });

  it('keeps lines in their place when they only moved, and says at the end where they are', async () => {
    const first = await firstOf();
    const moved = (first.includedChunks[0]?.filePath ?? '').slice('src/'.length, -'.ts'.length);
    edit(moved, (text) => `export const before = 1;\n\n${text}`);

    const second = await stable('how is the quagga fed');

    expect(second.content.startsWith(bodyOf(first))).toBe(true);
    expect(second.content.slice(second.content.indexOf('### Lines of the files above'))).toContain(
      `src/${moved}.ts 3-`,
    );
  });

  it('drops what may not be read any more, and what holds a secret by now', async () => {
    const first = await firstOf();
    const [denied, secret] = first.includedChunks.map(({ filePath }) => filePath);
    writeFileSync(join(folder, '.agentignore'), `${denied}\n`);
    const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    edit((secret ?? '').slice('src/'.length, -'.ts'.length), (text) => text.replace('size + 0', `'${key}'`));

    const second = await stable('how is the quagga fed');

    expect(second.includedChunks.map(({ filePath }) => filePath)).not.toContain(denied);
    expect(second.content).not.toContain(key);
  });

  it('writes the text anew, with a warning, where the record of the last pack was tampered with', async () => {
    await firstOf();
    writeFileSync(join(folder, '.lexichord/last-pack.json'), '{"format":1,"packed":{"content":"evil"}}');

    const second = await firstOf();

    expect(second.warnings).toEqual([expect.stringContaining('The whole text is written again.')]);
    expect(second.bodyChunks).toBeGreaterThan(2);
    expect(second.content).not.toContain('evil');
  });

  it('takes no text from a record: only lines that a file has now', async () => {
    const first = await firstOf();
    const path = join(folder, '.lexichord/last-pack.json');
    const record = readFileSync(path, 'utf8').replaceAll('feed_', 'evil_').replace(`src/`, '../../etc/passwd/');
    writeFileSync(path, record);

    const second = await stable('how is the quagga fed');

    expect(second.content).not.toContain('evil_');
    expect(second.rejectedSources).toEqual(first.rejectedSources);
  });

  it('sends only what is new since the last pack, and names what is sent and what is no longer valid', async () => {
    const first = await pack('how is the quagga fed', '--budget', '300', ...all);
    const [valid, changed] = [...new Set(first.includedChunks.map(({ filePath }) => filePath))];
    const animal = (changed ?? '').slice('src/'.length, -'.ts'.length);
    edit(animal, (text) => text.replace('size + 0', 'size + 1000'));

    const second = await pack(`how is the ${animal} fed`, '--since', 'last', '--budget', '600');

    expect(second.content).toMatch(/^### Already sent, and still valid\n```text\n/u);
    expect(second.previous?.invalid.map(({ filePath }) => filePath)).toEqual([changed]);
    expect(second.content).toContain(`### No longer valid\n\`\`\`text\n${changed} 1-`);
    expect(second.content).toContain('size + 1000');
    expect(second.includedChunks.map(({ filePath }) => filePath)).not.toContain(valid);
    const known = second.excludedChunks.filter(
      ({ filePath, reason }) => filePath === valid && reason !== 'below-threshold',
    );
    expect(new Set(known.map(({ reason }) => reason))).toEqual(new Set(['duplicate']));
    // The reader has both packs by now.
    const third = await pack(`how is the ${animal} fed`, '--since', 'last', '--budget', '600');
    expect(third.includedChunks).toEqual([]);
    expect(third.previous).toMatchObject({ invalid: [] });
  });

  it.each(['xml', 'json'])('names it in %s, too, and takes a pack from a file', async (template) => {
    const { stdout } = await runCommand(['pack', 'how is the quagga fed', '--budget', '300', '--json'], {
      workingDirectory: folder,
    });
    const file = join(aFolder({ 'first.json': stdout }), 'first.json');

    const { content } = await pack('how is the bison fed', '--since', file, '--template', template);

    expect(content).toContain('alreadySent');
    expect(content).toContain(`${(JSON.parse(stdout) as PackJson).includedChunks[0]?.filePath} 1-`);
  });

  it.each([
    [['--since', 'last'], 'not-found', 'There is no pack in this workspace yet'],
    [['--since', 'src/bison.ts'], 'invalid-argument', '"src/bison.ts" is not a pack.'],
    [['--since', 'none.json'], 'not-found', '"none.json" does not exist'],
    [['--layout', 'stabel'], 'invalid-argument', 'There is no layout "stabel". Did you mean "stable"?'],
    [['--since', '-', '--tool-result', '-'], 'invalid-argument', 'Standard input can be read only once'],
  ])('refuses %j', async (argv, code, message) => {
    const error = await runToError(['pack', 'x', ...argv], { workingDirectory: folder });

    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
  });

  it.each([0, 30, 90])('stays within %i tokens in both ways', async (budget) => {
    await firstOf();

    expect((await stable('how is the bison fed', budget)).totalTokens).toBeLessThanOrEqual(budget);
    await firstOf();
    const since = await pack('how is the bison fed', '--since', 'last', '--budget', `${budget}`);
    expect(since.totalTokens).toBeLessThanOrEqual(budget);
  });
});
