import { ErrorCode } from '@lexichord/abstractions';
import { resolveToken } from '@lexichord/platform';

import { ICorpusSource } from './corpus/corpus-source.js';
import { collectGarbage } from './test-support/collect-garbage.js';
import { GivenCommits, aCommit } from './test-support/given-commits.js';
import { type IndexSetup, TemporaryIndexes } from './test-support/an-index.js';
import { MemoryWorkspace } from './test-support/memory-workspace.js';

const files = {
  'src/login.py': 'def login\n  check the password\n\ndef logout\n  forget the session\n',
  'src/parse.py': 'def parse\n  read the header\n',
  'tests/test_login.py': 'def test_login\n  login with a password\n',
  'docs/login.md': 'The login asks for a password.\n',
};

describe('HybridSearchService.search', () => {
  const indexes = new TemporaryIndexes();

  afterEach(() => indexes.dispose());

  const anIndexed = async (): Promise<IndexSetup> => {
    const setup = await indexes.make({ workspace: new MemoryWorkspace(files) });
    await setup.index.update();
    setup.provider.takeAsked();
    return setup;
  };

  it('says how to build the index where there is none, and makes none', async () => {
    const { search, database } = await indexes.make();

    await expect(search.search('login')).rejects.toMatchObject({
      code: ErrorCode.noIndex,
      message: expect.stringContaining('lexichord index') as string,
    });
    expect(await database.tableNames()).toEqual([]);
  });

  it('finds the definition before its test and its documentation', async () => {
    const { search } = await anIndexed();

    const { hits, warnings } = await search.search('login password');

    expect(warnings).toEqual([]);
    expect(hits[0]).toMatchObject({
      ...{ filePath: 'src/login.py', startLine: 1, endLine: 3, symbol: 'login', kind: 'function', language: 'python' },
      content: 'def login\n  check the password\n\n',
    });
    const scores = hits.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    for (const { score, parts = [] } of hits) {
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
      expect(parts.reduce((sum, part) => sum + part.score, 0)).toBeCloseTo(score, 10);
    }
  });

  it('finds what the filter lets through, and at most so many', async () => {
    const { search } = await anIndexed();
    const pathsOf = async (options: Parameters<typeof search.search>[1]): Promise<readonly string[]> =>
      (await search.search('login password', options)).hits.map(({ filePath }) => filePath);

    expect(await pathsOf({ filter: { paths: ['docs'] } })).toEqual(['docs/login.md']);
    expect(await pathsOf({ filter: { languages: ['markdown'] } })).toEqual(['docs/login.md']);
    expect(await pathsOf({ filter: { paths: [] } })).toEqual([]);
    expect(await pathsOf({ topK: 2 })).toHaveLength(2);
    expect(await pathsOf({ topK: 0 })).toEqual([]);
    expect(await pathsOf({ relevantOnly: 'each', topK: 1 })).toEqual(['src/login.py']);
    await expect(pathsOf({ filter: { paths: ['x'.repeat(2_000)] } })).rejects.toMatchObject({
      code: 'invalid-argument',
    });
  });

  it('counts further hits of a file nearly fully in a search for a pack, and little in a list', async () => {
    const { search } = await anIndexed();
    const lostShares = async (purpose?: 'list' | 'pack'): Promise<readonly number[]> =>
      (await search.search('login logout', { purpose })).hits.flatMap(({ score, parts = [] }) =>
        parts.filter(({ signal }) => signal === 'repeated-file').map((part) => part.score / (score - part.score)),
      );

    expect(await lostShares('pack')).toEqual([expect.closeTo(2 ** -0.13 - 1, 10)]);
    expect(await lostShares('list')).toEqual([expect.closeTo(-0.6, 10)]);
    expect(await lostShares()).toEqual(await lostShares('list'));
  });

  it('holds nothing of an index that was replaced', async () => {
    const { container, search, workspace, index } = await anIndexed();
    const replaced = await (async () => {
      await search.search('login password');
      return new WeakRef(await resolveToken(container, ICorpusSource).current({}));
    })();

    workspace.write('docs/login.md', 'The login asks for a name.\n', 2_000);
    await index.update();
    await search.search('parse the header');
    await collectGarbage();

    expect(replaced.deref()).toBeUndefined();
  });

  it('embeds a question once while the index is the same, and again when it is another', async () => {
    const { search, provider, index, workspace } = await anIndexed();

    const [first, second] = [await search.search('header'), await search.search('header')];
    expect(provider.takeAsked()).toEqual(['header']);
    expect(second).toEqual(first);

    workspace.write('src/other.py', 'def header\n', 2_000);
    await index.update();
    provider.takeAsked();
    expect((await search.search('header')).hits[0]?.filePath).toBe('src/other.py');
    expect(provider.takeAsked()).toEqual(['header']);
  });

  it('leaves out places of files that have changed since, and says so', async () => {
    const { search, workspace } = await anIndexed();
    workspace.setUnsavedContent('src/login.py', '# new first line\n' + files['src/login.py']);
    workspace.remove('docs/login.md');

    const { hits, warnings = [] } = await search.search('login password');

    expect(hits.map(({ filePath }) => filePath)).not.toContain('docs/login.md');
    expect(hits.map(({ filePath }) => filePath)).not.toContain('src/login.py');
    expect(warnings).toEqual([expect.stringContaining('2 files have changed since the index was built')]);
  });

  it('searches by words while the provider fails, and does not remember that', async () => {
    const { search, provider } = await anIndexed();
    provider.isFailing = true;
    const failed = await search.search('login');
    provider.isFailing = false;
    const whole = await search.search('login');

    expect(failed.hits.length).toBeGreaterThan(0);
    expect(failed.warnings).toEqual(['The embedding server is away. Searched by words only.']);
    expect(whole.warnings).toEqual([]);
  });

  it('lets a defect of the provider through, and the reason of a signal', async () => {
    const { search, provider } = await anIndexed();
    const reason = new DOMException('No.', 'AbortError');
    const controller = new AbortController();
    await expect(search.search('login', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);

    provider.onEmbed = () => controller.abort(reason);
    await expect(search.search('login', { signal: controller.signal })).rejects.toBe(reason);

    const defect = new TypeError('x is not a function');
    provider.onEmbed = () => {
      throw defect;
    };
    await expect(search.search('login')).rejects.toBe(defect);
  });

  it('answers every text, also an empty and an endless one', async () => {
    const { search } = await anIndexed();

    expect((await search.search('  ')).hits).toEqual([]);
    expect((await search.search('a/'.repeat(500_000))).hits.length).toBeLessThanOrEqual(10);
  });

  it('loads the index once for several questions at once, and logs no query', async () => {
    const { folder, workspace } = await anIndexed();
    const { search, logger } = await indexes.make({ folder, workspace });

    const answers = await Promise.all(['login', 'header', 'secretword'].map((query) => search.search(query)));

    expect(answers[0]?.hits[0]?.filePath).toBe('src/login.py');
    expect(JSON.stringify(logger.lines)).not.toContain('secretword');
    expect(logger.templates('debug')).toContain('A query of {length} characters has {hits} hits');
  });

  it('raises in a search for a pack what the best places use, however little it says of the query', async () => {
    const workspace = new MemoryWorkspace({
      'src/invoice.py': 'def send_invoice\n  send the invoice\n  round_total\n',
      'src/money.py': 'def round_total\n  the sum in cents, of one invoice\n',
      'src/month.py': 'def close_month\n  the month ends with an invoice\n',
    });
    const { search, index } = await indexes.make({ workspace });
    await index.update();
    const relatedIn = async (purpose: 'list' | 'pack'): Promise<readonly string[]> =>
      (await search.search('send the invoice', { purpose })).hits
        .filter(({ parts = [] }) => parts.some(({ signal, score }) => signal === 'related' && score > 0))
        .map(({ filePath }) => filePath);

    expect(await relatedIn('pack')).toEqual(['src/invoice.py', 'src/money.py']);
    expect(await relatedIn('list')).toEqual([]);
  });

  describe('with earlier commits', () => {
    const anIndexedWith = async (history: GivenCommits): Promise<IndexSetup> => {
      const setup = await indexes.make({ workspace: new MemoryWorkspace(files), history });
      await setup.index.update();
      return setup;
    };
    const historyPart = async (
      { search }: IndexSetup,
      purpose: 'list' | 'pack',
      query = 'read the sessions',
    ): Promise<Record<string, boolean>> =>
      Object.fromEntries(
        (await search.search(query, { purpose })).hits.map(({ filePath, parts = [] }) => [
          filePath,
          parts.some(({ signal, score }) => signal === 'history' && score > 0),
        ]),
      );

    it('raises in a search for a pack the files that were changed for the like, and asks for no list', async () => {
      const history = new GivenCommits([aCommit('Read the sessions anew', 'src/parse.py', 'gone.py')]);
      const setup = await anIndexedWith(history);

      expect(await historyPart(setup, 'list')).toMatchObject({ 'src/parse.py': false, 'src/login.py': false });
      expect(history.asked).toBe(0);
      expect(await historyPart(setup, 'pack')).toMatchObject({ 'src/parse.py': true, 'src/login.py': false });
    });

    it('follows the branch when it moves, and gives the same hits while it does not', async () => {
      const history = new GivenCommits([aCommit('Read the sessions anew', 'src/parse.py')]);
      const setup = await anIndexedWith(history);
      const before = await setup.search.search('sessions', { purpose: 'pack' });

      expect(await setup.search.search('sessions', { purpose: 'pack' })).toEqual(before);
      history.warning = 'Git was slow.';
      expect((await setup.search.search('sessions', { purpose: 'pack' })).warnings).toEqual(['Git was slow.']);
      history.warning = undefined;
      expect((await setup.search.search('sessions', { purpose: 'pack' })).warnings).toEqual([]);
      history.commits = [aCommit('Forget the sessions', 'src/login.py')];
      expect(await historyPart(setup, 'pack')).toMatchObject({ 'src/parse.py': false, 'src/login.py': true });
      history.commits = undefined;
      expect(await historyPart(setup, 'pack')).toMatchObject({ 'src/parse.py': false, 'src/login.py': false });
    });

    it('does not take a place for relevant that only commits are about', async () => {
      const history = new GivenCommits([aCommit('Paint the zebra', 'docs/login.md')]);
      const { search } = await anIndexedWith(history);
      const relevantPaths = async (): Promise<readonly string[]> => {
        const { hits } = await search.search('zebra paint', { purpose: 'pack', relevantOnly: 'each' });
        return hits.map(({ filePath }) => filePath);
      };

      expect(await relevantPaths()).not.toContain('docs/login.md');
      expect(history.asked).toBe(1);
    });

    it('is no surer of an answer because of commits', async () => {
      const history = new GivenCommits([aCommit('Read the sessions anew', 'src/parse.py')]);
      const { search } = await anIndexedWith(history);
      const confidenceIn = async (purpose: 'list' | 'pack'): Promise<number> =>
        (await search.search('read the sessions', { purpose })).confidence ?? NaN;

      expect(await confidenceIn('pack')).toBeCloseTo(await confidenceIn('list'), 10);
      expect(history.asked).toBe(1);
    });
  });
});
