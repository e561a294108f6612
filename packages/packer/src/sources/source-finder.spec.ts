import {
  type ContextSource,
  ErrorCode,
  IChunker,
  ILogger,
  type ISemanticSearchService,
  ITokenCounter,
  LexichordError,
  type PendingContextSource,
  type SearchOptions,
  type SourceDefinition,
  type SourceRequest,
} from '@lexichord/abstractions';
import { registerChunkerModule } from '@lexichord/chunker';
import { resolveToken } from '@lexichord/platform';
import { chunkHash } from '@lexichord/platform/internal';
import { ManualClock, RecordingLogger } from '@lexichord/testing';
import { BpeTokenCounter } from '@lexichord/tokenizer';
import { container as root } from 'tsyringe';

import { MemoryFiles } from '../test-support/memory-files.js';
import { SourceFinder } from './source-finder.js';
import { testPackingOptions } from '../test-support/packing-options.js';

const login = 'def login(user):\n    check(user)\n    return token(user)\n\n\n';
const check = 'def check(user):\n    if user.disabled:\n        raise Denied(user)\n';

describe('SourceFinder', () => {
  const files = new MemoryFiles({
    'src/auth/login.py': `${login}${check}`,
    'src/app.ts': 'export const app = 1;\n',
    'lib/x/index.ts': 'export {};\n',
    'lib/y/index.ts': 'export {};\n',
    'main.py': 'run()\n',
    '.env': 'KEY=1\n',
  });
  const log = new RecordingLogger();
  const clock = new ManualClock();
  const container = root.createChildContainer();
  registerChunkerModule(container, { options: { minChunkTokens: 1 } });
  container.register(ITokenCounter, { useValue: new BpeTokenCounter({ encoding: 'o200k_base' }) });
  container.register(ILogger, { useValue: new RecordingLogger() });
  const chunker = resolveToken(container, IChunker);
  const asked: [string, SearchOptions | undefined][] = [];
  /** Every field has a value, because `toEqual` does not tell an undefined field from a missing one. */
  const definition: Required<SourceDefinition> = {
    kind: 'method',
    symbol: 'app',
    enclosing: ['App'],
    definitions: [{ name: 'app', kind: 'method', line: 1 }],
    part: { index: 2, count: 3 },
    partOf: { startLine: 1, endLine: 9 },
    tokenCount: 6,
  };
  const search: ISemanticSearchService = {
    search: (query, options) => {
      asked.push([query, options]);
      const place = { filePath: 'src/app.ts', startLine: 1, endLine: 1, content: 'export const app = 1;\n' };
      return Promise.resolve({
        hits: [{ ...place, ...definition, score: 0.7, headingPath: ['App', 'app'], language: 'typescript' }],
      });
    },
  };

  afterAll(() => container.dispose());

  const finderWith = (service?: ISemanticSearchService): SourceFinder =>
    new SourceFinder(files, files, files, chunker, chunker, testPackingOptions(), clock, log, service);

  const find = (request: Partial<SourceRequest>, service = search): Promise<readonly PendingContextSource[]> =>
    finderWith(service).find({ task: '', ...request });

  const load = async (request: Partial<SourceRequest>, name: string): Promise<readonly ContextSource[]> =>
    (await (await find(request)).find((pending) => pending.name === name)?.load({})) ?? [];

  /** Path, lines and score of each place that texts name. */
  const placesIn = async (task: string, output?: string): Promise<readonly string[]> => {
    const toolOutputs = output === undefined ? [] : [{ name: 'test', text: output }];
    return (await load({ task, toolOutputs }, 'named places')).map(
      ({ filePath, lineRange, relevanceScore }) =>
        `${filePath}${lineRange === undefined ? '' : `:${lineRange.startLine}-${lineRange.endLine}`} ${relevanceScore}`,
    );
  };

  it('T-016 FR-016-27: names all kinds of source, and reads nothing before they are loaded', async () => {
    files.read.length = 0;

    const pending = await find({
      ...{ task: 'fix login', openFiles: ['src/app.ts'], references: ['main.py'] },
      toolOutputs: [{ name: 'npm test', text: 'failed' }],
    });

    expect(pending.map(({ name, sourceType }) => `${sourceType} ${name}`)).toEqual([
      'tool-result tool:npm_test',
      'open-file src/app.ts',
      'search-result named places',
      'search-result search',
      'reference main.py',
    ]);
    expect([files.read, asked]).toEqual([[], []]);
  });

  it('finds nothing for nothing', async () => {
    expect(await find({ task: ' \n' })).toEqual([]);
  });

  it('T-016 AC-011: makes sources of the hits of a search for the task', async () => {
    expect(await load({ task: 'app', searchHits: 7 }, 'search')).toEqual([
      {
        ...{ sourceType: 'search-result', filePath: 'src/app.ts', content: 'export const app = 1;\n' },
        definition,
        ...{ lineRange: { startLine: 1, endLine: 1 }, relevanceScore: 0.7, isSearchHit: true, language: 'typescript' },
        minRelevanceScore: expect.closeTo(0.28) as number,
      },
    ]);
    expect(asked).toMatchObject([['app', { topK: 7, prefer: 'code', purpose: 'pack' }]]);
  });

  it.each([
    ['a small budget', { budgetTokens: 500 }, 100],
    ['a large budget', { budgetTokens: 5_000 }, 200],
    ['a budget for more than the configuration allows', { budgetTokens: 1_000_000 }, 300],
    ['a caller that names no budget', {}, 100],
  ])('asks for as many hits as fill %s', async (_budget, options, hits) => {
    const pending = (await find({ task: 'app' })).find(({ name }) => name === 'search');
    asked.length = 0;

    await pending?.load(options);

    expect(asked).toMatchObject([['app', { topK: hits }]]);
  });

  it('passes on hits that score less than a share of the best, with what would be enough', async () => {
    const hit = { filePath: 'a.ts', startLine: 1, endLine: 1, content: 'x', headingPath: [], language: 'ts' };
    const hits = [0.5, 0.2, 0.19].map((score) => ({ ...hit, score }));
    const found = await find({ task: 'app' }, { search: () => Promise.resolve({ hits }) });

    const sources = (await found.find(({ name }) => name === 'search')?.load({})) ?? [];

    expect(sources.map(({ relevanceScore, minRelevanceScore }) => [relevanceScore, minRelevanceScore])).toEqual([
      [0.5, 0.2],
      [0.2, 0.2],
      [0.19, 0.2],
    ]);
  });

  it('passes on that there is no index', async () => {
    const noIndex = new LexichordError(ErrorCode.noIndex, 'Nothing was indexed.');
    const [, pending] = await find({ task: 'app' }, { search: () => Promise.reject(noIndex) });

    await expect(pending?.load({})).rejects.toBe(noIndex);
  });

  it('does without a search where there is none, or no hits are wanted', async () => {
    const names = (pending: readonly PendingContextSource[]): readonly string[] => pending.map(({ name }) => name);

    expect(names(await finderWith().find({ task: 'app' }))).toEqual(['named places']);
    expect(names(await find({ task: 'app', searchHits: 0 }))).toEqual(['named places']);
  });

  it('gives open files and references whole, and says which one cannot be read', async () => {
    expect(await load({ openFiles: ['src/app.ts'] }, 'src/app.ts')).toEqual([
      { sourceType: 'open-file', filePath: 'src/app.ts', content: 'export const app = 1;\n', language: 'typescript' },
    ]);
    expect(await load({ references: ['main.py'] }, 'main.py')).toMatchObject([{ sourceType: 'reference' }]);
    await expect(load({ references: ['gone.py'] }, 'gone.py')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('T-016 FR-016-20: gives the output of a tool as it is, with the time at which it was given', async () => {
    const timestampMs = clock.now();
    const [pending] = await find({ toolOutputs: [{ name: 'a/b', text: 'x\r\n' }] });
    clock.advance(1_000);

    expect(await pending?.load({})).toEqual([
      { sourceType: 'tool-result', filePath: 'tool:a_b', content: 'x\r\n', timestampMs },
    ]);
  });

  it('passes on what the search has to say', async () => {
    const heard: string[] = [];
    const [, pending] = await find(
      { task: 'app' },
      { search: () => Promise.resolve({ hits: [], warnings: ['Old.'] }) },
    );

    await pending?.load({ onWarning: (warning) => heard.push(warning) });

    expect(heard).toEqual(['Old.']);
  });

  it.each([
    ['that it is doubtful', { task: 'app' }, 1],
    ['nothing of it beside a file that is open', { task: 'app', openFiles: ['src/app.ts'] }, 0],
    ['nothing of it where the task names a place', { task: 'app at src/app.ts:3' }, 0],
  ])('says of a search that is probably no answer %s', async (_says, request, sentences) => {
    const hit = {
      filePath: 'a.ts',
      startLine: 1,
      endLine: 1,
      content: 'x',
      score: 0.1,
      headingPath: [],
      language: 'ts',
    };
    const heard: string[] = [];
    const found = await find(request, { search: () => Promise.resolve({ hits: [hit], confidence: 0.1 }) });

    const search = found.find(({ name }) => name === 'search');
    await search?.load({ onWarning: (warning) => heard.push(warning) });

    expect(heard.filter((warning) => warning.includes('is doubtful'))).toHaveLength(sentences);
  });

  it.each([
    ['src/auth/login.py:2', 'src/auth/login.py:1-5 1'],
    ['/work/src/auth/login.py:7', 'src/auth/login.py:6-8 1'],
    ['/build/agent/7/src/auth/login.py:7', 'src/auth/login.py:6-8 1'],
    ['C:\\build\\src\\auth\\login.py:line 7', 'src/auth/login.py:6-8 1'],
    ['webpack://shop/./src/app.ts:1:5', 'src/app.ts:1-1 1'],
    ['file:///work/src/app.ts:1:5', 'src/app.ts:1-1 1'],
    ['auth/login.py:2', 'src/auth/login.py:1-5 1'],
    ['login.py', 'src/auth/login.py 0.8'],
    ['see src/app.ts, please', 'src/app.ts 0.8'],
  ])('looks up %j', async (task, place) => {
    expect(await placesIn(task)).toEqual([place]);
  });

  it('T-016 AC-041: says what the lines of a place are a part of', async () => {
    const places = await load({ task: 'src/auth/login.py:2' }, 'named places');

    expect(places).toMatchObject([{ definition: { kind: 'function', symbol: 'login', enclosing: [] } }]);
  });

  it('looks up the places of a stack trace in an output, each chunk once', async () => {
    const trace =
      '  File "/srv/app/src/auth/login.py", line 3, in login\n  File "/srv/app/src/auth/login.py", line 2\n';

    expect(await placesIn('', trace)).toEqual(['src/auth/login.py:1-5 1']);
  });

  it.each([
    ['coverage of Python', 'src/auth/login.py    8   2    75%   2, 7\n'],
    ['coverage of Istanbul', ' src/auth  | 75 | 50 | 75 | 75 |  \n  login.py | 75 | 50 | 75 | 75 | 2,7 \n'],
    ['a search with a heading', 'src/auth/login.py\n2:  x\n--\n7:  y\n'],
    ['a list of lines', 'src/auth/login.py:2,7\n'],
  ])('looks up each line in %s', async (_, output) => {
    expect(await placesIn('', output)).toEqual(['src/auth/login.py:1-5 1', 'src/auth/login.py:6-8 1']);
  });

  it('takes the lines of a difference, and not its file as well', async () => {
    const difference = [
      'diff --git a/src/auth/login.py b/src/auth/login.py',
      '--- a/src/auth/login.py',
      '+++ b/src/auth/login.py',
      '@@ -6,2 +6,3 @@ def login(user):',
      ' def check(user):',
      '+    # see src/app.ts:1',
      '     if user.disabled:',
    ].join('\n');

    expect(await placesIn('', difference)).toEqual(['src/auth/login.py:6-8 1']);
  });

  it('takes a module that Python has installed for the one of its path with packages, wherever it is in the workspace', async () => {
    expect(await placesIn('File "/venv/lib/python3.12/site-packages/auth/login.py", line 2, in login')).toEqual([
      'src/auth/login.py:1-5 1',
    ]);
    expect(await placesIn('/usr/lib/python3/dist-packages/auth/login.py:7')).toEqual(['src/auth/login.py:6-8 1']);
    // Another package has a module of this name, or none is known.
    expect(await placesIn('/venv/lib/python3.12/site-packages/oauth/login.py:2')).toEqual([]);
    expect(await placesIn('/venv/lib/python3.12/site-packages/login.py:2')).toEqual([]);
  });

  it('leaves out files that whoever asks has already', async () => {
    const request = { task: 'main.py src/app.ts', excludedFiles: ['main.py'] };

    expect(await load(request, 'named places')).toMatchObject([{ filePath: 'src/app.ts' }]);
    await load(request, 'search');
    expect(asked.at(-1)?.[1]).toMatchObject({ filter: { excludedFiles: ['main.py'] } });
  });

  it('takes every file that a short name can mean, when they are few', async () => {
    expect(await placesIn('index.ts')).toEqual(['lib/x/index.ts 0.8', 'lib/y/index.ts 0.8']);

    const many = new MemoryFiles(Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${name}/index.ts`, 'x'])));
    const finder = new SourceFinder(many, many, many, chunker, chunker, testPackingOptions(), clock, log);
    expect(await (await finder.find({ task: 'index.ts' }))[0]?.load({})).toEqual([]);
  });

  it.each([
    'node_modules/tool/main.py:1',
    '/usr/lib/python3/site-packages/pip/main.py:1',
    'gone.py:1',
    'src/auth/login.py:99',
    '.env:1',
    '../../../etc/passwd.txt:1',
    'nothing at all',
  ])('takes %j for none of its files', async (task) => {
    files.checked.length = 0;

    expect(await placesIn(task)).toEqual([]);
    expect(files.checked.filter((path) => path.startsWith('..') || path === '.env')).toEqual([]);
  });

  it('passes over a file that cannot be read, and logs no more than why', async () => {
    files.broken.set('main.py', ErrorCode.binaryFile);

    expect(await placesIn('main.py src/app.ts')).toEqual(['src/app.ts 0.8']);
    expect(log.lines.at(-1)?.fields).toEqual({ code: 'binary-file' });
    files.broken.clear();
  });

  it('gives the lines of the pack before that are still in their files, where they are now', async () => {
    const moved = new MemoryFiles({ 'a.py': `import os\n\n\n${login}${check}`, 'b.py': 'run()\n' });
    const finder = new SourceFinder(moved, moved, moved, chunker, chunker, testPackingOptions(), clock, log);
    const sent = (filePath: string, text: string) => ({
      ...{ id: `${filePath}:1-2@${chunkHash(text)}`, filePath, startLine: 1, endLine: text.split('\n').length - 1 },
    });
    const two = check.split('\n').slice(1, 3).join('\n') + '\n';
    const part = { ...sent('a.py', two), partOf: { startLine: 6, endLine: 8 } };
    const wholeThen = sent('a.py', 'import os\n\n');
    const chunks = [sent('a.py', login), part, wholeThen, sent('b.py', 'gone()\n'), sent('gone.py', 'x\n')];

    const [pending] = await finder.find({ task: '', previous: { chunks } });

    expect(await pending?.load({})).toMatchObject([
      { filePath: 'a.py', content: login, lineRange: { startLine: 4, endLine: 8 }, definition: { symbol: 'login' } },
      {
        ...{ filePath: 'a.py', content: two, lineRange: { startLine: 10, endLine: 11 } },
        definition: { symbol: 'check', partOf: { startLine: 9, endLine: 11 } },
      },
      { filePath: 'a.py', content: 'import os\n\n', definition: undefined },
    ]);
  });

  describe('with a pack before that has other lines than a long file', () => {
    const long = new MemoryFiles({ 'long.py': 'value = compute(1)  # the same on every line of it\n'.repeat(19_000) });
    const uncut: IChunker = { fingerprint: '', chunk: () => Promise.resolve({ chunks: [] }) };
    const finder = new SourceFinder(long, long, long, uncut, uncut, testPackingOptions(), clock, log);
    /** All of them are looked for at ten thousand places, and found nowhere. */
    const chunks = Array.from({ length: 2_000 }, (_, at) => ({
      ...{
        id: `long.py:${at + 1}-${at + 10_000}@00000000`,
        filePath: 'long.py',
        startLine: at + 1,
        endLine: at + 10_000,
      },
    }));

    it('ends its search within bounds over all chunks', async () => {
      const [pending] = await finder.find({ task: '', previous: { chunks } });

      expect(await pending?.load({})).toEqual([]);
    });

    it('still finds lines that are where they were', async () => {
      const text = (await long.getDocument('long.py')).content.split('\n').slice(0, 3).join('\n') + '\n';
      const own = { id: `long.py:5-7@${chunkHash(text)}`, filePath: 'long.py', startLine: 5, endLine: 7 };
      const [pending] = await finder.find({ task: '', previous: { chunks: [own, ...chunks] } });

      expect(await pending?.load({})).toMatchObject([{ filePath: 'long.py', lineRange: { startLine: 5, endLine: 7 } }]);
    });

    it('stops when the caller cancels meanwhile', async () => {
      const controller = new AbortController();
      const [pending] = await finder.find({ task: '', previous: { chunks } });
      jest.spyOn(uncut, 'chunk').mockImplementationOnce(() => {
        setImmediate(() => controller.abort('stop'));
        return Promise.resolve({ chunks: [] });
      });

      await expect(pending?.load({ signal: controller.signal })).rejects.toBe('stop');
    });
  });

  it('looks up at most fifty places', async () => {
    const many = new MemoryFiles(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`src/f${at}.ts`, 'x'])));
    const finder = new SourceFinder(many, many, many, chunker, chunker, testPackingOptions(), clock, log);

    expect(await (await finder.find({ task: many.listUnsaved().join(' ') }))[0]?.load({})).toHaveLength(50);
  });

  it('stops when the caller cancels', async () => {
    const [pending] = await find({ task: 'main.py' });

    await expect(pending?.load({ signal: AbortSignal.abort('stop') })).rejects.toBe('stop');
  });
});
