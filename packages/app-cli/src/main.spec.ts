import {
  buildCommand,
  command,
  compiledCommand,
  finished,
  loadedFor,
  startCommand,
} from './test-support/built-command.js';
import { aFolder } from './test-support/run-command.js';

/** Packages that help must not load: they are most of the time of a run. */
const heavyPackages =
  /node_modules\/(?:@modelcontextprotocol|zod|tsyringe|reflect-metadata|mustache|cli-table3|pino|yaml|jose|hono|ink|react)\/|packages\/(?:abstractions|runtime|agents|workspace|platform|preview|mcp-server)\//u;

describe('the built command', () => {
  beforeAll(buildCommand, 300_000);

  it('runs, with the result on standard output', async () => {
    const child = startCommand(['assemble', 'a.md'], aFolder({ 'a.md': '# A\n\nText.\n' }));

    const { exitCode, stdout, stderr } = await finished(child);

    expect([exitCode, stdout.split('\n')[0]]).toEqual([0, '## Document Content']);
    expect(stderr).toContain('Budget: 8,000 tokens');
  });

  it('ends with the exit code of what went wrong', async () => {
    const missing = await finished(startCommand(['assemble', 'missing.md'], aFolder()));
    const unknown = await finished(startCommand(['nonsense'], aFolder()));

    expect([missing.exitCode, unknown.exitCode]).toEqual([1, 2]);
  });

  it('takes a reader that goes away for no failure', async () => {
    const child = startCommand(
      ['debug', 'tokenize', '--json', '--file', 'long.txt'],
      aFolder({ 'long.txt': 'a '.repeat(200_000) }),
    );
    child.stdout.once('data', () => child.stdout.destroy());

    const { exitCode, stderr } = await finished(child);

    expect([exitCode, stderr]).toEqual([0, '']);
  });

  it('ends with 130 at an interrupt', async () => {
    const child = startCommand(['debug', 'tokenize', '--file', '-', '--debug'], aFolder());
    // It waits for input; the first bytes are taken only by a command that has got so far.
    await new Promise<void>((resolve) => child.stdin.write('x'.repeat(1_000_000), () => resolve()));
    child.kill('SIGINT');

    const { exitCode, stdout, stderr } = await finished(child);

    expect([exitCode, stdout]).toEqual([130, '']);
    expect(stderr).toContain('Interrupted before completion.');
  });

  it('loads nothing for help that help does not need', () => {
    const loaded = loadedFor(compiledCommand, ['--help'], aFolder());

    expect(loaded.some((url) => url.includes('/node_modules/commander/'))).toBe(true);
    expect(loaded.filter((url) => heavyPackages.test(url))).toEqual([]);
  });

  it('loads neither index nor parsers nor style rules nor knowledge nor conversations nor panel for an assembly that asks for none', () => {
    const loaded = loadedFor(compiledCommand, ['assemble', 'a.md'], aFolder({ 'a.md': '# A\n\nText.\n' }));

    expect(loaded.some((url) => url.includes('/packages/agents/'))).toBe(true);
    const late =
      /packages\/(?:search\/dist\/(?:corpus|query)|packer\/dist\/chunk\/languages|workspace\/dist\/style\/vale|knowledge-graph\/dist\/(?:knowledge-services|import|format|graph|score)|compression\/dist\/(?:compression-services|store\/compression-store|recall|language)|preview\/dist\/(?:hub|server|view-model|terminal)|control\/dist\/(?:ask|serve|loopback|records)|mcp-server\/dist\/(?:tools|resources|prompts)|node_modules\/(?:@modelcontextprotocol|hono|ink|react|prom-client))[/.]/u;
    expect(loaded.filter((url) => late.test(url) || url.includes('/node_modules/yaml/'))).toEqual([]);
  });

  it('loads js-tiktoken only for an encoding that has its ranks there, and of it only those', () => {
    const loadedOfPackage = (encoding: string): readonly string[] => {
      const folder = aFolder({ '.agent/config.yml': `context: { tokenizer: { encoding: ${encoding} } }\n` });
      return loadedFor(command, ['debug', 'tokenize', '--text', 'a'], folder).filter((url) =>
        url.includes('/js-tiktoken/'),
      );
    };

    expect([loadedOfPackage('o200k_base'), loadedOfPackage('p50k_base')]).toEqual([
      [],
      [expect.stringMatching(/\/ranks\/p50k_base\.cjs$/u)],
    ]);
  });

  it('finds many places without a warning', async () => {
    const names = Array.from({ length: 16 }, (_, index) => `file-${index}`);
    const files = Object.fromEntries(names.map((name) => [`${name}.md`, `# Login of ${name}\n\nText.\n`]));
    const folder = aFolder(files);
    // A run that has just indexed them still knows the texts.
    await finished(startCommand(['index'], folder));
    const child = startCommand(['search', 'login', '--limit', '20', '--json'], folder);

    const { exitCode, stdout, stderr } = await finished(child);

    expect([exitCode, stderr]).toEqual([0, '']);
    expect((JSON.parse(stdout) as { hits: readonly unknown[] }).hits.length).toBeGreaterThan(10);
  });
});
