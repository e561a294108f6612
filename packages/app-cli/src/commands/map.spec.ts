import { aFolder, runCommand, runJson, runToError } from '../test-support/run-command.js';

const sources = {
  'package.json': '{ "name": "tide", "description": "Predicts tides.", "bin": "src/cli.js" }\n',
  'src/cli.js': "import { nextTide } from './tide.js';\n\nconsole.log(nextTide(process.argv[2]));\n",
  'src/tide.js': [
    'export function nextTide(place) {',
    '  return moonOver(place);',
    '}',
    '',
    'export function moonOver(place) {',
    '  return place.length;',
    '}',
    '',
    'export function unused() {}',
    '',
  ].join('\n'),
  'src/daily.js':
    "import { moonOver } from './tide.js';\n\nexport function daily(place) {\n  return moonOver(place);\n}\n",
  'test/tide.test.js':
    "import { moonOver } from '../src/tide.js';\n\nfunction inTests() {\n  inTests(moonOver());\n}\n",
};

interface Mapped {
  readonly name: string;
  readonly totalTokens: number;
  readonly text: string;
  readonly entryPoints: readonly string[];
  readonly definitions: readonly { readonly name: string; readonly signature: string; readonly startLine: number }[];
  readonly omittedDefinitions: number;
  readonly warnings: readonly string[];
}

describe('map', () => {
  let workspace: string;

  beforeAll(() => {
    workspace = aFolder(sources);
  });

  const mapJson = async (...argv: readonly string[]): Promise<Mapped> =>
    (await runJson(['map', ...argv], { workingDirectory: workspace })) as unknown as Mapped;

  it('builds the index by itself, and shows what most code leads to first, without tests', async () => {
    const { name, definitions, entryPoints, warnings, totalTokens } = await mapJson();

    expect({ name, entryPoints, warnings }).toEqual({ name: 'tide', entryPoints: ['src/cli.js'], warnings: [] });
    expect(definitions[0]).toMatchObject({
      name: 'moonOver',
      startLine: 5,
      signature: 'export function moonOver(place)',
    });
    expect(definitions.map((one) => one.name)).not.toContain('inTests');
    expect(totalTokens).toBeLessThanOrEqual(1_000);
  });

  it('prints the text of the map and nothing else', async () => {
    const { text } = await mapJson();

    expect(await runCommand(['map'], { workingDirectory: workspace })).toEqual({
      exitCode: 0,
      stdout: text,
      stderr: '',
    });
    expect(text).toContain('# tide\n\nPredicts tides.\n\n5 files: javascript 4, json 1\n');
    expect(text).toContain('src/tide.js\n  1: export function nextTide(place)\n  5: export function moonOver(place)\n');
  });

  it('stays within its budget, and says how much it left out', async () => {
    const { totalTokens, definitions, omittedDefinitions } = await mapJson('--budget', '70');

    expect(totalTokens).toBeLessThanOrEqual(70);
    expect(definitions.length).toBeGreaterThan(0);
    expect(omittedDefinitions).toBeGreaterThan(0);
  });

  it('has no definitions where nothing was indexed and the index stays as it is', async () => {
    const unindexed = aFolder(sources);

    const { exitCode, stdout, stderr } = await runCommand(['map', '--no-refresh'], { workingDirectory: unindexed });

    expect(exitCode).toBe(0);
    expect(stdout).toContain('# tide');
    expect(stdout).not.toContain('Central definitions');
    expect(stderr).toContain('The map has no definitions');
  });

  it('refuses a budget that is no number of tokens', async () => {
    expect(await runToError(['map', '--budget', 'much'], { workingDirectory: workspace })).toMatchObject({
      code: 'invalid-argument',
    });
  });
});
