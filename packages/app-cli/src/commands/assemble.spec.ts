import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { type RunOptions, aFolder, runCommand, runJson, runToError } from '../test-support/run-command.js';

const article = [
  '# Harvest report',
  '',
  'The orchard gave more apples than last year.',
  '',
  '## Apples',
  '',
  'Early sorts ripened in August. The press ran for nine days.',
  '',
  '## Pears',
  '',
  'Pears were few. A late frost took most of the blossom.',
  '',
].join('\n');

const root = aFolder({
  '.git/HEAD': 'ref: refs/heads/main\n',
  'report.md': article,
  'docs/inner.md': '# Inner\n\nText.\n',
  '.env': 'SECRET=1\n',
  'picture.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]),
  'hostile.md': `# Title \u001b[31mred\n\nSay {{query}} and <|endoftext|> \u202e.\n`,
  'secret/outside.txt': 'x',
});
const here: RunOptions = { workingDirectory: root };

describe('assemble', () => {
  it('prints the context alone on standard output, and the summary on standard error', async () => {
    const { exitCode, stdout, stderr } = await runCommand(['assemble', 'report.md'], here);

    expect(exitCode).toBe(0);
    expect(stdout).toContain('## Document Content\n# Harvest report');
    expect(stdout).not.toContain('Budget');
    expect(stderr).toMatch(/^Budget: 8,000 tokens \| Used: \d+ tokens \(<1%\)\n/u);
    expect(stderr).toMatch(/ {2}document +Document Content +\d+ +\d+% +1\.00/u);
    expect(stderr).toMatch(
      /Left out\n {2}selection +Nothing is selected\.\n {2}cursor +The request has no cursor position\.\n/u,
    );
  });

  it('gives everything as one JSON document', async () => {
    const result = await runJson(['assemble', 'report.md', '--cursor', '7:1'], here);
    const { stdout } = await runCommand(['assemble', 'report.md', '--cursor', '7:1'], here);

    expect(Object.keys(result)).toEqual(
      expect.arrayContaining([
        'fragments',
        'totalTokens',
        'renderedTokens',
        'maxTokens',
        'variables',
        'assemblyDurationMs',
        'content',
        'truncated',
        'skipped',
        'deduplicated',
        'warnings',
      ]),
    );
    expect(result['content']).toBe(stdout);
    expect(result['variables']).toMatchObject({
      AgentId: 'copilot',
      DocumentName: 'report.md',
      CurrentHeading: 'Apples',
    });
    expect(result['fragments']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ sourceId: 'document', label: 'Document Content', relevance: 1 }),
      ]),
    );
  });

  it.each([
    ['0', 0],
    ['7:1', article.indexOf('Early sorts')],
    ['7:7', article.indexOf('sorts')],
    [String(article.length), article.length],
    ['12:1', article.length],
  ])('--cursor %s is offset %d', async (cursor, offset) => {
    const { variables } = await runJson(['assemble', 'report.md', '--cursor', cursor], here);

    expect(variables).toMatchObject({ CursorPosition: offset });
  });

  it.each([
    ['99999', 'is past the end'],
    ['99:1', '"report.md" ends at line 12'],
    ['3:99', 'line 3 of "report.md" ends at column 45'],
    ['-1', 'must be an offset from 0'],
    ['one', 'must be an offset from 0'],
  ])('refuses --cursor %s', async (cursor, message) => {
    const error = await runToError(['assemble', 'report.md', '--cursor', cursor], here);

    expect(error).toMatchObject({ exitCode: 2, code: 'invalid-argument' });
    expect(error.message).toContain(message);
  });

  it('takes the selection as text or as a range whose end is exclusive', async () => {
    const byText = await runJson(['assemble', 'report.md', '--select', 'Pears were few.'], here);
    const byRange = await runJson(['assemble', 'report.md', '--select-range', '11:1-11:16'], here);

    expect(byText['content']).toContain('Pears were few.');
    expect(byRange['variables']).toMatchObject({ SelectionLength: 'Pears were few.'.length });
    expect(byRange['content']).toBe(byText['content']);
  });

  it('warns of a selection that is not in the document', async () => {
    const { warnings } = await runJson(['assemble', 'report.md', '--select', 'Plums were few.'], here);

    expect(warnings).toEqual([expect.stringContaining('does not occur in the document')]);
  });

  it.each([
    [['--select', ''], '--select is empty'],
    [['--select', 'a', '--select-range', '1:1-1:2'], 'not both'],
    [['--select-range', '3:1-3:1'], 'must come after its start'],
    [['--select-range', '3:1-99:1'], '"report.md" ends at line 12'],
    [['--conversation', ''], '--conversation is empty'],
    [['--require', ','], '--require is empty'],
    [['--budget', '0'], 'whole number of tokens from 1'],
    [['--budget', '-5'], 'whole number of tokens from 1'],
    [['--budget', '1e3'], 'whole number of tokens from 1'],
    [['--budget', '9'.repeat(30)], 'whole number of tokens from 1'],
  ])('refuses %j', async (argv, message) => {
    const error = await runToError(['assemble', 'report.md', ...argv], here);

    expect(error).toMatchObject({ exitCode: 2, code: 'invalid-argument' });
    expect(error.message).toContain(message);
  });

  it('refuses an unknown agent with the known ones', async () => {
    const error = await runToError(['assemble', 'report.md', '--agent', 'editr'], here);

    expect(error).toMatchObject({ exitCode: 2, code: 'unknown-agent' });
    expect(error.message).toContain('Did you mean "editor"? Available agents: copilot, editor');
  });

  it.each(['--require', '--exclude'])('refuses an unknown strategy of %s', async (flag) => {
    const error = await runToError(['assemble', 'report.md', flag, 'document,documnet'], here);

    expect(error).toMatchObject({ exitCode: 2, code: 'unknown-strategy' });
    expect(error.message).toContain('documnet');
  });

  it('takes lists repeated and separated by commas', async () => {
    const { fragments, skipped } = await runJson(
      ['assemble', 'report.md', '--cursor', '0', '--exclude', 'heading, style', '--exclude', 'cursor'],
      here,
    );

    expect((fragments as { sourceId: string }[]).map(({ sourceId }) => sourceId)).toEqual(['document']);
    const excluded = (skipped as { sourceId: string; reason: string }[]).filter(({ reason }) => reason === 'excluded');
    expect(excluded.map(({ sourceId }) => sourceId).sort()).toEqual(['cursor', 'heading', 'style']);
  });

  it.each([1, 2, 5, 10, 30, 100])('never exceeds a budget of %d tokens', async (budget) => {
    const result = await runJson(['assemble', 'report.md', '--cursor', '5', '--budget', String(budget)], here);

    expect(result['maxTokens']).toBe(budget);
    expect(result['renderedTokens']).toBeLessThanOrEqual(budget);
  });

  it.each([
    ['../outside.md', 'path-denied'],
    ['/etc/passwd', 'path-denied'],
    ['.env', 'path-denied'],
    ['.git/HEAD', 'path-denied'],
    ['link.md', 'path-denied'],
    ['missing.md', 'not-found'],
    ['picture.png', 'binary-file'],
  ])('fails for %s with %s', async (document, code) => {
    const outside = aFolder({ 'outside.md': '# Outside\n' });
    if (document === 'link.md') symlinkSync(join(outside, 'outside.md'), join(root, 'link.md'));

    expect(await runToError(['assemble', document], here)).toMatchObject({ exitCode: 1, code });
  });

  it('takes a folder for wrong usage', async () => {
    expect(await runToError(['assemble', 'docs'], here)).toMatchObject({ exitCode: 2, code: 'invalid-argument' });
  });

  it('takes a document from the folder that the user is in, and else from the root', async () => {
    const inner = { workingDirectory: join(root, 'docs') };
    const fromRoot = await runCommand(['assemble', 'docs/inner.md'], { workingDirectory: root });

    expect(fromRoot.exitCode).toBe(0);
    expect(await runCommand(['assemble', 'inner.md'], inner)).toMatchObject({ exitCode: 0, stdout: fromRoot.stdout });
    expect((await runCommand(['assemble', 'docs/inner.md'], inner)).stdout).toBe(fromRoot.stdout);
    expect(await runToError(['assemble', 'nothing.md'], inner)).toMatchObject({ code: 'not-found' });
  });

  it('takes an absolute path inside the workspace', async () => {
    const { variables } = await runJson(['assemble', join(root, 'docs/inner.md')], here);

    expect(variables).toMatchObject({ DocumentPath: 'docs/inner.md' });
  });

  it('needs the WriterPro tier (SBD-072 §1.4): exit code 3, nothing on standard output', async () => {
    const { exitCode, stdout, stderr } = await runCommand(['assemble', 'report.md', '--tier', 'core'], here);

    expect([exitCode, stdout]).toEqual([3, '']);
    expect(stderr).toContain('requires WriterPro or a higher tier');
    expect(await runToError(['assemble', 'report.md', '--tier', 'CORE'], here)).toMatchObject({
      code: 'license-required',
    });
  });

  it('names what a lower tier locks', async () => {
    const { skipped } = await runJson(['assemble', 'report.md', '--tier', 'writerpro'], here);

    const locked = (skipped as { sourceId: string; reason: string }[]).filter(({ reason }) => reason === 'unlicensed');
    expect(locked.map(({ sourceId }) => sourceId)).toEqual(expect.arrayContaining(['rag', 'style']));
  });

  it('shows no control character of a document on a terminal, and every byte in a pipe', async () => {
    const onTerminal = await runCommand(['assemble', 'hostile.md'], { ...here, terminalColumns: 80 });
    const inPipe = await runCommand(['assemble', 'hostile.md'], here);

    expect(onTerminal.stdout + onTerminal.stderr).not.toMatch(/[\u001b\u202e]/u);
    expect(onTerminal.stdout).toContain('\\x1b[31mred');
    expect(inPipe.stdout).toContain('\u001b[31mred');
    expect(inPipe.stdout).toContain('<|endoftext|>');
  });

  it('ends with a line end on a terminal, and in a pipe as what was counted does', async () => {
    const workingDirectory = aFolder({ 'open.md': '# Open\n\nno line end' });
    const argv = ['assemble', 'open.md', '--exclude', 'cursor,heading'];

    const onTerminal = await runCommand(argv, { workingDirectory, terminalColumns: 80 });
    const inPipe = await runCommand(argv, { workingDirectory });

    expect(onTerminal.stdout).toMatch(/no line end\n+$/u);
    expect(inPipe.stdout).toMatch(/no line end$/u);
  });

  it.each([60, 80, 120])('keeps its summary within a terminal of %d columns', async (terminalColumns) => {
    const { stderr } = await runCommand(['assemble', 'report.md', '--cursor', '5'], { ...here, terminalColumns });

    expect(Math.max(...stderr.split('\n').map((line) => line.length))).toBeLessThanOrEqual(terminalColumns);
  });

  it('writes nothing into the workspace', async () => {
    const workspace = aFolder({ 'a.md': '# A\n\nText.\n' });

    await runCommand(['assemble', 'a.md'], { workingDirectory: workspace });

    expect(readdirSync(workspace)).toEqual(['a.md']);
  });

  it('ends with 130 when it is interrupted, with nothing on standard output', async () => {
    const interruption = new AbortController();
    const result = runCommand(['assemble', 'report.md'], { ...here, signal: interruption.signal });

    interruption.abort(new DOMException('Interrupted.', 'AbortError'));

    expect(await result).toEqual({ exitCode: 130, stdout: '', stderr: 'Interrupted before completion.\n' });
  });

  it('reads an empty document, and CRLF, lone CR and a byte order mark', async () => {
    mkdirSync(join(root, 'odd'), { recursive: true });
    const workspace = aFolder({ 'empty.md': '', 'crlf.md': '\ufeff# A\r\n\r\nB\rC\r\n' });
    const there = { workingDirectory: workspace };

    expect((await runJson(['assemble', 'empty.md', '--cursor', '1:1'], there))['variables']).toMatchObject({
      CursorPosition: 0,
    });
    expect((await runJson(['assemble', 'crlf.md', '--select', 'A\n\nB'], there))['warnings']).toEqual([]);
    expect(await runToError(['assemble', 'crlf.md', '--cursor', '1:5'], there)).toMatchObject({ exitCode: 2 });
  });
});
