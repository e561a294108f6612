import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChangeQuery, ILexichordRuntime, PackedContext, WorkspacePackOptions } from '@lexichord/abstractions';

import { IndexedWorkspaces } from './test-support/indexed-workspace.js';

const body = (name: string): string =>
  Array.from({ length: 6 }, (_, line) => `  const ${name}${line} = step('${name}', ${line});\n`).join('');
const cart = `/** What a cart costs. */
export function priceOf(items: readonly number[]): number {
${body('price')}  return items.length;
}

/** How many things are in a cart. */
export function countOf(items: readonly number[]): number {
${body('count')}  return items.length;
}
`;
/** Lines of a function that is larger than a chunk. */
const steps = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, line) => `  sum += lookup('province ${from + line}', sum);\n`).join('');
const tax = `export function taxOf(sum: number): number {\n${steps(0, 300)}  return sum;\n}\n`;
const files = {
  'src/tax.ts': tax,
  'src/cart.ts': cart,
  'src/checkout.ts': `import { priceOf } from './cart.js';

export function checkout(items: readonly number[]): string {
${body('checkout')}  return \`to pay: \${priceOf(items)}\`;
}
`,
  'src/stock.ts': `import { countOf } from './cart.js';

export function restock(items: readonly number[]): number {
${body('restock')}  return countOf(items);
}
`,
  'test/cart.test.ts': `import { priceOf } from '../src/cart.js';

test('costs nothing when it is empty', () => {
  expect(priceOf([])).toBe(0);
});
`,
  'docs/prices.md': '# Prices\n\nThe sum is made by priceOf of the items.\n',
  'docs/other.md': '# Other\n\nNothing about it.\n',
  'CHANGELOG.md': '# Changes\n\n- priceOf was added.\n',
};

describe('a pack of a change', () => {
  const workspaces = new IndexedWorkspaces();

  afterAll(() => workspaces.dispose());

  let root: string;
  let runtime: ILexichordRuntime;

  const git = (...args: readonly string[]): void => {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'core.autocrlf=false'];
    execFileSync('git', [...identity, ...args], { cwd: root, stdio: 'ignore' });
  };
  const commit = async (changed: Readonly<Record<string, string>>): Promise<void> => {
    for (const [path, content] of Object.entries(changed)) await writeFile(join(root, path), content);
    git('add', '-A');
    git('commit', '-q', '-m', 'Change the price of a cart');
  };
  const pack = (change: ChangeQuery, options: WorkspacePackOptions = {}): Promise<PackedContext> =>
    runtime.pack('', { change, budget: 4_000, ...options });
  const relations = ({ includedChunks }: PackedContext): readonly string[] =>
    includedChunks
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ filePath, relation }) => `${relation?.role ?? 'none'} ${filePath}: ${relation?.note ?? ''}`);

  beforeAll(async () => {
    root = await workspaces.folder(files);
    git('init', '-q', '-b', 'main');
    await commit({});
    // The price list is forgotten this time.
    for (let price = 1; price <= 4; price += 1) {
      const edited = cart.replace('return items.length', `return ${price} * items.length`);
      await commit({ 'src/cart.ts': edited, 'src/prices.json': `{ "price": ${price} }\n` });
    }
    await commit({ 'src/cart.ts': cart.replace('items: readonly number[]', 'items: readonly number[], discount = 0') });
    runtime = await workspaces.open(root);
  });

  it('has what the change leaves as it is and concerns, in order, each with the reason', async () => {
    const packed = await pack({ range: 'HEAD~1...HEAD' });

    expect(relations(packed)).toEqual([
      'summary tool:git diff HEAD~1...HEAD: ',
      'changed src/cart.ts: changed: priceOf (signature)',
      'caller src/checkout.ts: uses priceOf, whose signature changed',
      'test test/cart.test.ts: tests priceOf, which changed',
      'together tool:changed-together: files that usually change together with these, and did not',
      'document docs/prices.md: names priceOf, which changed',
    ]);
    expect(packed.content).toContain('src/prices.json: in 4 of the 6 last commits that changed src/cart.ts');
    expect(packed.content).toContain('uses priceOf, whose signature changed\n```typescript\nimport { priceOf }');
    expect(packed.content).not.toContain('restock');
    expect(packed.warnings).toEqual([]);
  });

  it('keeps to each budget, the change first, and accounts for every changed line', async () => {
    for (const budget of [0, 30, 80, 150, 300, 600, 1_200]) {
      const packed = await pack({ range: 'HEAD~1...HEAD' }, { budget });
      const { totalTokens, includedChunks, excludedChunks } = packed;

      expect(totalTokens).toBeLessThanOrEqual(budget);
      const all = [...includedChunks, ...excludedChunks].sort((a, b) => a.rank - b.rank);
      expect(all.slice(0, 2).map(({ relation }) => relation?.role)).toEqual(['summary', 'changed']);
      const changed = all.filter(({ relation }) => relation?.role === 'changed');
      expect(changed.some(({ startLine, endLine }) => startLine <= 2 && 2 <= endLine)).toBe(true);
    }
  });

  it('has a changed definition whole that is larger than a chunk', async () => {
    await writeFile(
      join(root, 'src/tax.ts'),
      tax.replace('sum: number)', 'sum: number, year: number)').replace(steps(200, 201), ''),
    );
    try {
      const { content, includedChunks } = await pack({ changed: true }, { budget: 60_000 });
      const small = await pack({ changed: true }, { budget: 1_000 });

      for (const step of [0, 100, 199, 201, 299]) expect(content).toContain(steps(step, step + 1));
      expect(content).toContain(`-${steps(200, 201)}`);
      expect(content).not.toMatch(/PART|not shown/u);
      const states = (chunks: PackedContext['includedChunks']) =>
        chunks.filter(({ filePath }) => filePath === 'src/tax.ts').map(({ partOf }) => partOf);
      expect(new Set(states(includedChunks))).toEqual(new Set([undefined]));
      expect(small.content).toMatch(/^changed: taxOf \(signature\)\nPART of lines 1-302$/mu);
      const wholes = states(small.includedChunks);
      expect(wholes).toEqual(wholes.map(() => ({ startLine: 1, endLine: 302 })));
      expect(wholes.length).toBeGreaterThan(0);
    } finally {
      git('checkout', '-q', '--', 'src/tax.ts');
    }
  });

  it('names code that still uses what is gone', async () => {
    await writeFile(join(root, 'src/cart.ts'), cart.slice(0, cart.indexOf('/** How many')));
    try {
      const packed = await pack({ changed: true });

      expect(relations(packed)).toContain('caller src/stock.ts: uses countOf, which is gone');
    } finally {
      git('checkout', '-q', '--', 'src/cart.ts');
    }
  });

  it('names the imports of a file that was renamed', async () => {
    git('mv', 'src/cart.ts', 'src/basket.ts');
    try {
      const packed = await pack({ changed: true });

      expect(relations(packed)).toContain('caller src/checkout.ts: may import src/cart.ts, which is now src/basket.ts');
      expect(packed.content).toContain("import { priceOf } from './cart.js';");
    } finally {
      git('mv', 'src/basket.ts', 'src/cart.ts');
    }
  });

  it('says that the work tree has other lines than the change', async () => {
    const packed = await pack({ range: 'HEAD~3..HEAD~2' });

    expect(packed.warnings).toContainEqual(
      '2 changed files have different lines in the work tree; callers, tests and documents are read from the work tree.',
    );
  });

  it('packs a task and open files beside the change', async () => {
    const packed = await runtime.pack('is the stock right after checkout', {
      ...{ change: { range: 'HEAD~1...HEAD' }, openFiles: ['src/stock.ts'], budget: 4_000 },
    });

    expect(
      relations(packed)
        .slice(0, 2)
        .map((one) => one.split(' ')[0]),
    ).toEqual(['summary', 'changed']);
    expect(packed.content).toContain('export function restock');
  });
});
