import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { maxStyleFileBytes } from './style-sources.js';
import { StyleWorkspace, ids } from './test-support/style-workspace.js';

let workspace: StyleWorkspace;

beforeEach(async () => (workspace = await StyleWorkspace.create()));
afterEach(() => workspace.remove());

describe('the files of a style', () => {
  it('reads the configuration that the options name, and its styles beside it', async () => {
    await workspace.write('docs/lint.ini', 'StylesPath = own\n[*.md]\nBasedOnStyles = Own\n');
    await workspace.write('docs/own/Own/Rule.yml', 'extends: existence\nmessage: a\ntokens: [a]\n');

    const set = await workspace.repository({ styleConfig: 'docs/lint.ini' }).getRules();
    const missing = await workspace.repository({ styleConfig: 'docs/none.ini' }).getRules();

    expect(set.rules.map(({ source }) => source)).toEqual(['docs/own/Own/Rule.yml']);
    expect(missing).toEqual({
      rules: [],
      problems: ['docs/none.ini: there is no such file; correct the style configuration path.'],
    });
  });

  it('says which styles and packages are missing', async () => {
    await workspace.write(
      '_vale.ini',
      'Packages = Own, https://example.com/Hugo.zip\n[*.md]\nBasedOnStyles = Own, ../x\n',
    );
    await workspace.write('styles/Own/Rule.yml', 'extends: existence\nmessage: a\ntokens: [a]\n');

    const set = await workspace.repository().getRules();

    expect(ids(set)).toEqual(['Own.Rule']);
    expect(set.problems).toEqual([
      '_vale.ini: there is no style "../x" in styles; run "vale sync", or remove it.',
      '_vale.ini: the package "Hugo" is not in styles; packages are not downloaded, run "vale sync".',
    ]);
  });

  it.each(['../outside', '/', '~/styles/../../..'])(
    'does not follow StylesPath = %s out of the workspace',
    async (path) => {
      await workspace.write('.vale.ini', `StylesPath = ${path}\n[*.md]\nBasedOnStyles = Own\n`);

      expect(await workspace.repository().getRules()).toEqual({
        rules: [],
        problems: ['.vale.ini: StylesPath is outside the workspace; no style is read from there.'],
      });
    },
  );

  it('does not follow links out of the workspace', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'style-outside-'));
    await writeFile(join(outside, 'Rule.yml'), 'extends: existence\nmessage: secret\ntokens: [a]\n');
    await workspace.write('.vale.ini', '[*.md]\nBasedOnStyles = Own, Linked\n');
    await mkdir(join(workspace.root, 'styles/Own'), { recursive: true });
    await symlink(join(outside, 'Rule.yml'), join(workspace.root, 'styles/Own/Rule.yml'));
    await symlink(outside, join(workspace.root, 'styles/Linked'));

    const set = await workspace.repository().getRules();
    await rm(outside, { recursive: true });

    expect(set.rules).toEqual([]);
    expect(set.problems).toHaveLength(2);
    expect(JSON.stringify(set)).not.toContain('secret');
    expect(JSON.stringify(set)).not.toContain(outside);
  });

  it('reads nothing that the guard denies', async () => {
    await workspace.writeOneRule('extends: existence\nmessage: a\ntokens: [a]\n');

    const set = await workspace.repository({ deny: ['styles/'] }).getRules();

    expect(set.rules).toEqual([]);
    expect(set.problems).toHaveLength(1);
  });

  it('leaves out what is too large, broken or binary, and keeps the rest', async () => {
    await workspace.writeOneRule('extends: existence\nmessage: a\ntokens: [a]\n');
    await workspace.write('styles/Own/Huge.yml', `# ${'x'.repeat(maxStyleFileBytes)}`);
    await workspace.write('styles/Own/Broken.yml', 'extends: [\n');
    await workspace.write('styles/Own/Empty.yml', '');
    await workspace.write('styles/Own/List.yml', '- a\n');
    await workspace.write('styles/Own/Odd.yml', 'extends: telepathy\n');
    await workspace.write('styles/Own/Nothing.yml', 'extends: existence\nmessage: a\n');
    await workspace.write('styles/Own/Binary.yml', Buffer.from([0, 255, 254, 1, 2, 3]));
    await workspace.write(
      'styles/Own/Bomb.yml',
      `a: &a [x]\n${'b: [*a,*a]\n'.repeat(9)}extends: existence\ntokens: *a\n`,
    );
    await workspace.write('styles/Own/Map.yml', 'extends: existence\ntokens: [[a], x: y]\n');

    const set = await workspace.repository().getRules();

    expect(ids(set)).toEqual(['Own.Bomb', 'Own.Rule']);
    expect(set.problems).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^styles\/Own\/Broken\.yml:\d+: not valid YAML: /),
        'styles/Own/Empty.yml:1: the file is empty.',
        'styles/Own/Map.yml:2: Own.Map: an entry of "tokens" is not plain text; put it in quotation marks.',
        `styles/Own/Huge.yml: larger than ${maxStyleFileBytes} bytes; split it.`,
        'styles/Own/List.yml:1: the key "extends" is missing.',
        'styles/Own/Nothing.yml:1: Own.Nothing (existence) has no tokens to match; it is left out.',
        expect.stringMatching(/^styles\/Own\/Odd\.yml:1: extends is "telepathy"; allowed are capitalization, /),
      ]),
    );
  });

  it('reads so many bytes of style files together, and names the files behind that', async () => {
    await workspace.writeOneRule('extends: existence\nmessage: a\ntokens: [a]\n');
    const filler = `# ${'x'.repeat(maxStyleFileBytes - 2)}`;
    const files = Array.from({ length: 65 }, (_, index) => `styles/Own/A${String(index).padStart(2, '0')}.yml`);
    await Promise.all(files.map((file) => workspace.write(file, filler)));

    const set = await workspace.repository().getRules();

    expect(ids(set)).toEqual(['Own.Rule']);
    expect(set.problems.filter((problem) => problem.includes('too many'))).toEqual([
      'styles/Own/A63.yml: left out: there are too many style files, or too large ones.',
      'styles/Own/A64.yml: left out: there are too many style files, or too large ones.',
    ]);
  });
});
