import { aFolder, runCommand, runJson } from '../test-support/run-command.js';

const here = { workingDirectory: aFolder({ '.agent/.keep': '' }) };

describe('debug parsers', () => {
  it('T-016 troubleshooting 2: lists every language with its parser, version and state', async () => {
    const { exitCode, stdout, stderr } = await runCommand(['debug', 'parsers'], here);

    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^ +Language +Parser +Version +State\n {2}csharp +tree-sitter-c_sharp +\d+\.\d+\.\d+ +ok\n/u,
    );
    expect(stdout).toMatch(/ {2}yaml +scanner for YAML +\d+\.\d+\.\d+ +ok\n/u);
    expect(stdout).toContain('All of them work.');
  });

  it('has the same as JSON', async () => {
    const { parsers } = await runJson(['debug', 'parsers'], here);

    expect(parsers).toContainEqual({
      languages: ['python'],
      kind: 'grammar',
      name: 'tree-sitter-python',
      version: expect.any(String) as string,
    });
  });
});

describe('debug watch', () => {
  it('says that no process watches, which is no failure', async () => {
    const { exitCode, stdout, stderr } = await runCommand(['debug', 'watch'], here);

    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^Neither "lexichord preview" nor "lexichord index --watch" runs in this workspace, so no file is watched/u,
    );
    expect(await runJson(['debug', 'watch'], here)).toMatchObject({ active: false, watchers: [] });
  });
});
