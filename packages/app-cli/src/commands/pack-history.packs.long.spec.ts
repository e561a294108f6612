import { ISemanticSearchService, type ScorePart } from '@lexichord/abstractions';
import { createRuntime, developmentLicense } from '@lexichord/runtime';
import { ManualClock, RecordingLogger } from '@lexichord/testing';

import { FollowedCommand } from '../test-support/followed-command.js';
import { type FileCommit, anImportedRepository } from '../test-support/git-repository.js';
import { type RunOptions, runCommand } from '../test-support/run-command.js';

const places = ['harbour', 'tunnel', 'bridge', 'quarry', 'station', 'market', 'lighthouse', 'mill', 'orchard', 'ferry'];
const actions = ['open', 'close', 'paint', 'measure', 'inspect', 'repair', 'insure', 'sell', 'lease', 'survey'];

/** Files, each with so many functions that an index of all has more than 500 chunks. */
const fileCount = 110;
const functionsPerFile = 5;

const task = 'Repair the roof of the lighthouse after the survey found that it leaks';

function pathOf(file: number): string {
  return `src/${places[file % places.length]}-${Math.floor(file / places.length)}.ts`;
}

/** Such as `repairHarbour3Part1`, which one function of another file calls. */
function nameOf(file: number, index: number): string {
  const [place = '', action] = [places[file % places.length], actions[(index + file) % actions.length]];
  return `${action}${place[0]?.toUpperCase()}${place.slice(1)}${Math.floor(file / places.length)}Part${index}`;
}

/** Long enough for a chunk of its own, with a call of a function of the next file. */
function functionOf(file: number, index: number): string {
  const steps = Array.from({ length: 12 }, (_, step) => `  const step${step} = cost * ${step + index} + ${file};`);
  const called = nameOf((file + 1) % fileCount, index);
  return [
    `/** Part ${index} of the work. */`,
    `export function ${nameOf(file, index)}(cost: number): number {`,
    ...steps,
    `  return cost > ${file} ? ${called}(step3) : step11;`,
    '}',
    '',
  ].join('\n');
}

/** Each changes one file; the last of each file gives it its functions. */
function commitsOf(count: number): readonly FileCommit[] {
  return Array.from({ length: count }, (_, number) => {
    const file = number % fileCount;
    const place = places[file % places.length] ?? '';
    const action = actions[(number * 7) % actions.length] ?? '';
    const isLast = number >= count - fileCount;
    const functions = Array.from({ length: isLast ? functionsPerFile : 0 }, (_unused, index) =>
      functionOf(file, index),
    );
    return {
      message: `${action[0]?.toUpperCase()}${action.slice(1)} the roof of the ${place}, number ${number}`,
      path: pathOf(file),
      content: `// Revision ${number}.\n\n${functions.join('\n')}`,
    };
  });
}

/** No file was written to a moment ago, and no commit is of the future. */
const clock = new ManualClock(Date.UTC(2100, 0, 1));

describe.each([1_200, 100_000])('a pack of a repository with %d commits', (count) => {
  let options: RunOptions;

  beforeAll(() => {
    const workingDirectory = anImportedRepository(commitsOf(count), Date.UTC(2026, 0, 1));
    options = { workingDirectory, environment: { TZ: 'UTC' }, clock };
  });

  const pack = async (more: Partial<RunOptions> = {}): Promise<{ readonly text: string; readonly json: string }> => {
    const run = { ...options, ...more };
    const shown = await runCommand(['pack', task, '--budget', '6000'], run);
    const { stdout: json, exitCode } = await runCommand(['pack', task, '--budget', '6000', '--json'], run);
    expect([shown.exitCode, exitCode]).toEqual([0, 0]);
    return { text: shown.stdout, json };
  };

  it('has the same bytes again, from a warm process and from an index that is made anew', async () => {
    const first = await pack();
    const again = await pack();
    const server = new FollowedCommand(['serve'], options);
    await server.written('stderr', 'Answering commands');
    const reports: string[] = [];
    const warm = await pack({
      asksWarmProcess: true,
      environment: { ...options.environment, LEXICHORD_WARM: 'report' },
      onStderr: (text) => reports.push(text),
    });
    await server.interrupt();
    expect(await runCommand(['index', '--rebuild'], options)).toMatchObject({ exitCode: 0 });
    const rebuilt = await pack();

    expect(first.text).toContain('Lighthouse');
    expect(reports.join('').match(/The warm process \d+ answered/gu)).toHaveLength(2);
    expect(again).toEqual(first);
    expect(warm).toEqual(first);
    expect(rebuilt).toEqual(first);
  });

  it('is ranked by commits and by what uses what, both with their full trust', async () => {
    const runtime = await createRuntime({
      ...{ workspaceRoot: options.workingDirectory, license: developmentLicense, clock },
      logger: new RecordingLogger(),
    });
    try {
      const { chunks } = await runtime.index.update();
      const search = runtime.resolve(ISemanticSearchService);
      const { hits } = await search.search(task, { topK: 100, relevantOnly: 'best', prefer: 'code', purpose: 'pack' });
      const { text } = await pack();
      const packed = hits.filter(({ symbol, filePath }) => text.includes(filePath) && text.includes(`${symbol}(`));
      const contributing = (signal: ScorePart['signal']): number =>
        packed.filter(({ parts = [] }) => parts.some((part) => part.signal === signal && part.score > 0.01)).length;

      expect(chunks).toBeGreaterThanOrEqual(500);
      expect(contributing('history')).toBeGreaterThan(0);
      expect(contributing('related')).toBeGreaterThan(0);
    } finally {
      await runtime.dispose();
    }
  });
});
