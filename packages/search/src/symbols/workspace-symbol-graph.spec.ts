import { ErrorCode, ISymbolExtractor, ISymbolGraph, type SymbolDefinition } from '@lexichord/abstractions';
import { resolveToken } from '@lexichord/platform';
import { type Table, column, defineTable } from '@lexichord/storage';

import { type IndexChoice, type IndexSetup, TemporaryIndexes } from '../test-support/an-index.js';
import { CountingProvider } from '../test-support/counting-provider.js';
import { holdNextScan } from '../test-support/held-scan.js';
import { LineSymbols } from '../test-support/line-symbols.js';
import { MemoryWorkspace } from '../test-support/memory-workspace.js';

const files = {
  'src/cart.ts': 'def total\nuse rate\nimport rate ./tax\ndef empty\nuse total\n',
  'src/tax.ts': 'def rate\ndef other\n',
  'src/cart.test.ts': 'import total ./cart\nuse total\n',
  'readme.md': 'use total\n',
};

const symbolTable = defineTable({
  ...{ name: 'search-symbols', version: 1, key: 'filePath', derived: true },
  columns: { filePath: column.string(), contentHash: column.string(), symbols: column.string() },
});

describe('WorkspaceSymbolGraph', () => {
  const indexes = new TemporaryIndexes();

  afterEach(() => indexes.dispose());

  const make = async (
    { workspace = new MemoryWorkspace(files), ...choice }: IndexChoice = {},
    extractor: LineSymbols | undefined = new LineSymbols(),
  ) => {
    const setup = await indexes.make({ ...choice, workspace });
    setup.container.register(ISymbolExtractor, { useValue: extractor });
    return { ...setup, extractor, graph: resolveToken(setup.container, ISymbolGraph) };
  };

  const named = async (graph: ISymbolGraph, name: string): Promise<SymbolDefinition> => {
    const [definition] = await graph.definitionsNamed(name);
    if (definition === undefined) throw new TypeError(`There is no ${name}.`);
    return definition;
  };

  const rowsOf = ({
    database,
  }: IndexSetup): Promise<Table<{ filePath: string; contentHash: string; symbols: string }>> =>
    database.table(symbolTable);

  it('knows definitions, what they use and what uses them', async () => {
    const { index, graph } = await make();
    await index.update();

    const total = await named(graph, 'total');

    expect(total).toMatchObject({ id: 'src/cart.ts#total', filePath: 'src/cart.ts', kind: 'function', startLine: 1 });
    expect((await graph.definitionsOf('src/cart.ts')).map(({ name }) => name)).toEqual(['total', 'empty']);
    expect(await graph.definitionAt({ filePath: 'src/cart.ts', line: 4 })).toMatchObject({ name: 'empty' });
    expect(await graph.definitionAt({ filePath: 'src/cart.ts', line: 5 })).toBeUndefined();
    expect(await graph.definitionsOf('src/none.ts')).toEqual([]);
    expect((await graph.usesOf(total)).map(({ target, lines }) => [target.id, lines])).toEqual([
      ['src/tax.ts#rate', [2]],
    ]);
    expect(
      (await graph.referencesTo(total)).map(({ source, filePath, isTest }) => [source?.name, filePath, isTest]),
    ).toEqual([
      ['empty', 'src/cart.ts', false],
      [undefined, 'src/cart.test.ts', true],
    ]);
    expect((await graph.testsOf(total)).map(({ filePath }) => filePath)).toEqual(['src/cart.test.ts']);
    expect(await graph.testsOf(await named(graph, 'other'))).toEqual([]);
    expect(await graph.usesOf({ ...total, id: 'src/cart.ts#gone' })).toEqual([]);
  });

  it('knows the symbols of a file again whose change was undone after an update that was cut off', async () => {
    const setup = await make();
    await setup.index.update();
    const symbols = await rowsOf(setup);
    for await (const rows of symbols.scan()) {
      await symbols.upsert(rows.map((row) => ({ ...row, contentHash: 'of another text', symbols: '' })));
    }
    expect(await setup.graph.definitionsNamed('rate')).toEqual([]);

    await setup.index.update();

    expect(await setup.graph.definitionsNamed('rate')).toHaveLength(1);
  });

  it('knows what was stored before the question, also while it is loaded for an earlier one', async () => {
    const { index, folder, workspace } = await make();
    await index.update();
    const { graph, database } = await make({ folder, workspace });
    const { begun, release } = holdNextScan(database, 'search-symbols');
    const first = graph.definitionsNamed('late');
    await begun;
    workspace.write('src/late.ts', 'def late\n', 2_000);
    await index.update();
    const second = graph.definitionsNamed('late');
    release();

    expect(await first).toEqual([]);
    expect(await second).toHaveLength(1);
    expect(await graph.definitionsNamed('late')).toHaveLength(1);
  });

  it('ranks definitions, more near where it is told to begin', async () => {
    const { index, graph } = await make();
    await index.update();

    const everywhere = await graph.ranks();
    const near = await graph.ranks({ restartAt: ['src/cart.ts#empty', 'src/none.ts'], limit: 3 });

    expect(everywhere.map(({ definition }) => definition.name)).toEqual(['rate', 'total', 'empty', 'other']);
    expect(near.map(({ definition }) => definition.name)).toEqual(['empty', 'total', 'rate']);
    expect((await graph.ranks({ restartAt: ['src/tax.ts'] })).map(({ definition }) => definition.name)).toEqual([
      'rate',
      'other',
    ]);
  });

  it('reads the symbols of a changed file alone, and forgets a file that is gone', async () => {
    const { index, graph, workspace, extractor } = await make();
    await index.update();
    extractor.extracted.length = 0;

    workspace.write('src/cart.test.ts', 'import empty ./cart\nuse empty\n', 2_000);
    await index.update();

    expect(extractor.extracted).toEqual(['src/cart.test.ts']);
    expect(await graph.testsOf(await named(graph, 'total'))).toEqual([]);
    expect(await graph.testsOf(await named(graph, 'empty'))).toHaveLength(1);

    workspace.remove('src/cart.test.ts');
    await index.update();

    expect(await graph.testsOf(await named(graph, 'empty'))).toEqual([]);
  });

  it('keeps nothing of a file that became unreadable or denied', async () => {
    const setup = await make();
    const { index, workspace } = setup;
    await index.update();

    workspace.write('src/cart.ts', 'def secret\n', 2_000);
    workspace.unreadable.set('src/cart.ts', ErrorCode.binaryFile);
    workspace.denied.add('src/tax.ts');
    await index.update();

    const rows = await (await rowsOf(setup)).get(['src/cart.ts', 'src/tax.ts']);
    expect([...rows.values()].map(({ filePath, symbols }) => [filePath, symbols])).toEqual([['src/cart.ts', '']]);
  });

  it('reads all files again when their symbols are missing, or another extractor made them', async () => {
    const first = await make();
    await first.index.update();
    await first.database.dropTable('search-symbols');

    const second = await make({ folder: first.folder, workspace: first.workspace });
    await second.index.update();

    expect(second.extractor.extracted.sort()).toEqual(Object.keys(files).sort());
    expect(second.provider.asked).toEqual([]);
    expect(await second.graph.definitionsNamed('total')).toHaveLength(1);

    const changed = new LineSymbols();
    changed.fingerprint = 'lines-2';
    const third = await make({ folder: first.folder, workspace: first.workspace }, changed);
    await third.index.update();

    expect(changed.extracted).toHaveLength(Object.keys(files).length);
    expect(await third.graph.definitionsNamed('total')).toHaveLength(1);
  });

  it('answers after an index with another embedding was begun anew', async () => {
    const first = await make();
    await first.index.update();

    const provider = new CountingProvider('counting-v2');
    const second = await make({ folder: first.folder, workspace: first.workspace, provider });
    await second.index.update();

    expect(await second.graph.definitionsNamed('total')).toHaveLength(1);
  });

  it('leaves out symbols that somebody has changed, and those of another text', async () => {
    const setup = await make();
    await setup.index.update();
    const table = await rowsOf(setup);
    const row = (await table.get(['src/tax.ts'])).get('src/tax.ts');
    if (row === undefined) throw new TypeError('There are no symbols.');
    await table.upsert([
      { ...row, symbols: 'spoiled' },
      { ...row, filePath: 'src/forged.ts' },
      { ...row, filePath: 'src/cart.ts' },
    ]);

    expect(await setup.graph.definitionsNamed('rate')).toEqual([]);
    expect(await setup.graph.definitionsNamed('total')).toEqual([]);
    expect(await setup.graph.definitionsOf('src/forged.ts')).toEqual([]);
  });

  it('asks for an index when there is none', async () => {
    const { graph } = await make();

    await expect(graph.ranks()).rejects.toMatchObject({ code: 'no-index' });
  });

  it('is empty without an extractor', async () => {
    const { index, container } = await indexes.make({ workspace: new MemoryWorkspace(files) });
    await index.update();

    expect(await resolveToken(container, ISymbolGraph).ranks()).toEqual([]);
  });
});
