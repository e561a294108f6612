// @ts-check
const assert = require('node:assert/strict');
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { createTree } = require('@nx/devkit/testing');
const ts = require('typescript');
const { contextStrategyGenerator } = require('./generator.js');
const { StrategyGeneratorError } = require('./strategy-generator-error.js');

const root = join(__dirname, '../../..');
const strategies = 'packages/agents/src/strategies';
const realFiles = [
  'packages/agents/package.json',
  `${strategies}/strategy-descriptors.ts`,
  `${strategies}/strategy-catalog.ts`,
];

/** A virtual workspace with the files of this repository that the generator reads. */
function aTree() {
  const tree = createTree();
  for (const path of realFiles) tree.write(path, readFileSync(join(root, path)));
  // Under this name the formatter finds it in a tree that is not on disk.
  tree.write('.prettierrc', readFileSync(join(root, '.prettierrc.json')));
  return tree;
}

/**
 * @param {import('@nx/devkit').Tree} tree
 * @param {string} path
 */
function read(tree, path) {
  return tree.read(path, 'utf-8') ?? '';
}

/**
 * The table as the program sees it.
 *
 * @param {import('@nx/devkit').Tree} tree
 * @returns {Record<string, { strategyId: string, displayName: string, priority: number, maxTokens: number, tier: string }>}
 */
function descriptorsOf(tree) {
  const { outputText } = ts.transpileModule(read(tree, `${strategies}/strategy-descriptors.ts`), {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const exports = {};
  new Function('exports', outputText)(exports);
  return /** @type {any} */ (exports).strategyDescriptors;
}

/**
 * Keys of the catalogue's rows in their order.
 *
 * @param {import('@nx/devkit').Tree} tree
 */
function catalogKeysOf(tree) {
  return [...read(tree, `${strategies}/strategy-catalog.ts`).matchAll(/descriptor: strategyDescriptors\.(\w+)/gu)].map(
    ([, key]) => key,
  );
}

/**
 * @param {import('@nx/devkit').Tree} tree
 * @param {string} path
 */
function assertParses(tree, path) {
  const { diagnostics = [] } = ts.transpileModule(read(tree, path), {
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2022, experimentalDecorators: true },
  });
  assert.deepEqual(
    diagnostics.map(({ messageText }) => messageText),
    [],
    path,
  );
}

describe('nx g context-strategy', () => {
  it('makes the strategy and its spec', async () => {
    const tree = aTree();

    await contextStrategyGenerator(tree, { name: 'moon-phases' });

    const source = read(tree, `${strategies}/moon-phases-context-strategy.ts`);
    assert.match(source, /export class MoonPhasesContextStrategy extends ComposedStrategy/u);
    assert.match(source, /super\(strategyDescriptors\.moonPhases,/u);
    const spec = read(tree, `${strategies}/moon-phases-context-strategy.spec.ts`);
    assert.match(spec, /describeContextStrategy\('MoonPhasesContextStrategy'/u);
    for (const { path, type } of tree.listChanges()) {
      if (type !== 'DELETE' && path.endsWith('.ts')) assertParses(tree, path);
    }
    assert.ok(!tree.listChanges().some(({ path }) => path.endsWith('.template') || path.includes('__')));
  });

  it('registers it in both tables at the place of its priority, and changes nothing else in them', async () => {
    const tree = aTree();
    const before = descriptorsOf(tree);

    await contextStrategyGenerator(tree, {
      name: 'moon-phases',
      displayName: "What's up there",
      tier: 'Teams',
      priority: 75,
      maxTokens: 12_500,
    });

    const { moonPhases, ...others } = descriptorsOf(tree);
    assert.deepEqual(moonPhases, {
      strategyId: 'moon-phases',
      displayName: "What's up there",
      priority: 75,
      maxTokens: 12_500,
      tier: 'Teams',
    });
    assert.deepEqual(others, before);
    const keys = Object.keys(descriptorsOf(tree));
    const priorities = Object.values(descriptorsOf(tree)).map(({ priority }) => priority);
    assert.deepEqual(
      priorities,
      [...priorities].sort((left, right) => right - left),
    );
    assert.deepEqual(catalogKeysOf(tree), keys);
    assert.match(
      read(tree, `${strategies}/strategy-catalog.ts`),
      /import \{ MoonPhasesContextStrategy \} from '\.\/moon-phases-context-strategy\.js';/u,
    );
  });

  it('puts a strategy of the lowest priority last', async () => {
    const tree = aTree();

    await contextStrategyGenerator(tree, { name: 'weather', priority: 1 });

    assert.equal(catalogKeysOf(tree).at(-1), 'weather');
    assert.equal(Object.keys(descriptorsOf(tree)).at(-1), 'weather');
    assert.equal(descriptorsOf(tree)['weather']?.displayName, 'Weather');
  });

  it('takes a name in any case, with or without the ending', async () => {
    for (const name of ['moonPhases', 'MoonPhases', 'moon-phases-strategy', 'MoonPhasesContextStrategy']) {
      const tree = aTree();
      await contextStrategyGenerator(tree, { name });
      assert.ok(tree.exists(`${strategies}/moon-phases-context-strategy.ts`), name);
    }
  });

  it('refuses a name that is taken, that cannot be an identifier, or a package without strategies', async () => {
    const refusals = /** @type {const} */ ([
      [{ name: 'document' }, /a strategy "document" already/u],
      [{ name: '../evil' }, /cannot name a strategy/u],
      [{ name: '1st' }, /cannot name a strategy/u],
      [{ name: 'weather', package: 'nowhere' }, /There is no packages\/nowhere/u],
    ]);
    for (const [options, message] of refusals) {
      const tree = aTree();
      const before = tree.listChanges().length;
      await assert.rejects(contextStrategyGenerator(tree, options), (error) => {
        assert.ok(error instanceof StrategyGeneratorError);
        assert.match(error.message, message);
        return true;
      });
      assert.equal(tree.listChanges().length, before);
    }
  });
});
