import {
  ErrorCode,
  type ISymbolGraph,
  LexichordError,
  type PackOptions,
  type PackedContext,
  packingBudgetOf,
} from '@lexichord/abstractions';

import type { PackingOptionsInput } from './packing-options.js';
import { TestPacker } from './test-support/a-packer.js';
import { WordSymbolGraph } from './test-support/word-symbol-graph.js';

const files = {
  'src/checkout.ts': [
    'export function checkout(cart: Cart): number {',
    '  const sum = total(cart.lines);',
    '  return sum + shipping(cart);',
    '}',
    '',
  ].join('\n'),
  'src/cart.ts': [
    '/** What somebody buys. */',
    'export interface Cart {',
    '  lines: number[];',
    '  customer: string;',
    '}',
    '',
    '/**',
    ' * Adds up. Slow.',
    ' */',
    'export function total(lines: number[]): number {',
    '  return lines.reduce((a, b) => a + b, 0);',
    '}',
    '',
  ].join('\n'),
  'lib/post.ts': [
    '/** What the parcel costs. */',
    'export function shipping(cart: Cart): number {',
    '  return cart.lines.length;',
    '}',
    '',
    'export function unrelated(): number {',
    '  return 1;',
    '}',
    '',
  ].join('\n'),
  'test/checkout.spec.ts': ['export function testsCheckout(): boolean {', '  return checkout() > 0;', '}', ''].join(
    '\n',
  ),
  'src/shop.ts': ['export function sell(): number {', '  refund();', '  return checkout();', '}', ''].join('\n'),
  'src/refund.ts': ['export function refund(): number {', '  return -1;', '}', ''].join('\n'),
};
type Path = keyof typeof files;

interface Given {
  readonly graph?: ISymbolGraph | undefined;
  readonly tokens?: number;
  readonly packing?: Partial<PackingOptionsInput>;
  readonly options?: Partial<PackOptions>;
  /** Files that are packed. */
  readonly opened?: readonly Path[];
  /** Files as they are now. */
  readonly now?: Readonly<Partial<Record<string, string>>>;
}

const ownShare = { closure: { share: 0.2 } };

describe('ContextPacker with a symbol graph', () => {
  const packers: TestPacker[] = [];

  afterAll(() => Promise.all(packers.map((packer) => packer.dispose())));

  const packerWith = ({ graph = new WordSymbolGraph(files), packing = ownShare, now = {} }: Given = {}): TestPacker => {
    const packer = new TestPacker({ ...files, ...now }, { graph, packing });
    packers.push(packer);
    return packer;
  };
  const packWith = (
    packer: TestPacker,
    { opened = ['src/checkout.ts'], tokens = 4_000, now = {}, options }: Given = {},
  ): Promise<PackedContext> => {
    const sources = opened.map((filePath) => ({
      ...{ sourceType: 'open-file' as const, filePath, content: now[filePath] ?? files[filePath] },
    }));
    return packer.packer.pack(sources, packingBudgetOf(tokens), { task: 'checkout', ...options });
  };
  const pack = (given: Given = {}): Promise<PackedContext> => packWith(packerWith(given), given);
  /** Each signature as `relation text`. */
  const signaturesOf = ({ includedChunks }: PackedContext): readonly string[] =>
    includedChunks
      .filter(({ because }) => because !== undefined)
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ because, content }) => `${because?.kind} ${content}`);

  it('shows signatures of what a body uses, nearest first, with their documentation and the members that it names', async () => {
    const packed = await pack();

    expect(signaturesOf(packed)).toEqual([
      'used-by export interface Cart { lines } — What somebody buys.',
      'used-by export function total(lines: number[]): number — Adds up.',
      'used-by export function shipping(cart: Cart): number — What the parcel costs.',
    ]);
    const body = packed.includedChunks.find(({ detailLevel }) => detailLevel === undefined);
    const used = packed.includedChunks.filter(({ detailLevel }) => detailLevel === 'signature');
    expect(new Set(used.map(({ because }) => because?.chunk))).toEqual(new Set([body?.id]));
    for (const { id, content } of used) expect(packed.content).toContain(`${id} ${content}`);
    expect(packed.stats.related).toMatchObject({
      shown: 3,
      omitted: { budget: 0, changed: 0, unreadable: 0, secret: 0 },
    });
  });

  it('does not repeat what is in the text', async () => {
    const packed = await pack({ opened: ['src/checkout.ts', 'src/cart.ts'] });

    expect(signaturesOf(packed)).toEqual([
      'used-by export function shipping(cart: Cart): number — What the parcel costs.',
    ]);
  });

  it('has the same text for the same files', async () => {
    expect((await pack()).content).toBe((await pack()).content);
  });

  it.each<readonly [NonNullable<PackOptions['profile']>, readonly string[]]>([
    ['bug-fix', ['test-of export function testsCheckout(): boolean', 'caller-of export function sell(): number']],
    ['new-feature', ['sibling-of export function refund(): number', 'place-of export function sell(): number']],
    [
      'onboarding',
      [
        'near export function sell(): number',
        'near export function refund(): number',
        'near export function testsCheckout(): boolean',
      ],
    ],
    ['security-audit', []],
  ])('shows for the profile %s, in turn with what is used: %j', async (profile, expected) => {
    const shown = signaturesOf(await pack({ options: { profile } }));

    const further = shown.filter((line) => !line.startsWith('used-by '));
    expect(further.toSorted()).toEqual(expected.toSorted());
    expect(shown).toHaveLength(3 + expected.length);
    expect(shown.slice(0, 2).map((line) => line.startsWith('used-by '))).toEqual([true, expected.length === 0]);
  });

  it('shows them with a profile also where no share is configured, but not where it is 0', async () => {
    const options = { profile: 'bug-fix' } as const;

    expect(signaturesOf(await pack({ options, packing: {} }))).toHaveLength(5);
    expect(signaturesOf(await pack({ options, packing: { closure: { share: 0 } } }))).toEqual([]);
  });

  it('takes no lines from a file that changed since it was indexed, and counts them', async () => {
    const packed = await pack({ now: { 'src/cart.ts': `// new\n${files['src/cart.ts']}` } });

    expect(signaturesOf(packed)).toEqual([
      'used-by export function shipping(cart: Cart): number — What the parcel costs.',
    ]);
    expect(packed.stats.related?.omitted).toEqual({ budget: 0, changed: 2, unreadable: 0, secret: 0 });
  });

  it('asks nothing about a body whose file changed since it was indexed', async () => {
    const now = { 'src/checkout.ts': `// new\n${files['src/checkout.ts']}` };

    expect(signaturesOf(await pack({ now }))).toEqual([]);
  });

  it.each([
    ['.env/post.ts', 'a denied file'],
    ['../post.ts', 'a file outside the workspace'],
  ])('shows nothing of %s, %s, and counts it', async (path) => {
    const { 'lib/post.ts': post, ...others } = files;
    const graph = new WordSymbolGraph({ ...others, [path]: post });

    const packed = await pack({ graph });

    expect(packed.content).not.toContain('parcel');
    expect(packed.stats.related?.omitted).toMatchObject({ unreadable: 1 });
  });

  it.each([
    ['its documentation', (text: string) => text.replace('What the parcel costs.', "secret: 'secret:abc'")],
    ['its declaration', (text: string) => text.replace('cart: Cart)', "cart = 'secret:abc')")],
  ])('shows no signature with a secret in %s, and counts it', async (_where, change) => {
    const changed = { ...files, 'lib/post.ts': change(files['lib/post.ts']) };
    const packed = await pack({ graph: new WordSymbolGraph(changed), now: changed });

    expect(packed.content).not.toContain('secret:abc');
    expect(packed.content).not.toContain('shipping(cart:');
    expect(packed.stats.related?.omitted).toMatchObject({ secret: 1 });
  });

  it('stays within the budget and the share, and counts what does not fit', async () => {
    const packer = packerWith({ packing: { closure: { share: 0.1 } } });

    for (const tokens of [60, 100, 200, 400, 600, 1_000]) {
      const packed = await packWith(packer, { tokens });
      const { shown = 0, tokens: own = 0, omitted } = packed.stats.related ?? {};
      expect(packed.totalTokens).toBeLessThanOrEqual(tokens);
      expect(own).toBeLessThanOrEqual(tokens * 0.1);
      expect(shown + (omitted?.budget ?? 0)).toBe(3);
    }
  });

  it('selects fewer chunks until their signatures have the share', async () => {
    // Each file uses all of the others: what has no room is used, and as a signature takes room in turn.
    const names = (file: number): readonly string[] => Array.from({ length: 8 }, (_, part) => `part${file}x${part}`);
    const count = 16;
    const all = Array.from({ length: count }, (_, file) => names(file)).flat();
    const parts = Object.fromEntries(
      Array.from({ length: count }, (_, file) => {
        const uses = all.filter((name) => !names(file).includes(name)).join('(), ');
        const first = `export function uses${file}(): void {\n  ${uses}();\n}\n`;
        const own = names(file).map((name) => `export function ${name}(): number {\n  return 1;\n}\n`);
        return [`src/file${file}.ts`, [first, ...own].join('\n')];
      }),
    );
    const packer = new TestPacker(parts, {
      graph: new WordSymbolGraph(parts),
      packing: { closure: { share: 0.4 } },
    });
    packers.push(packer);
    const sources = Object.entries(parts).map(([filePath, content]) => ({
      ...{ sourceType: 'open-file' as const, filePath, content },
    }));
    const whole = await packer.packer.pack(sources, packingBudgetOf(50_000), { task: 'uses' });
    const tokens = Math.floor(whole.totalTokens * 0.93);

    const packed = await packer.packer.pack(sources, packingBudgetOf(tokens), { task: 'uses' });

    const { related } = packed.stats;
    expect(packed.totalTokens).toBeLessThanOrEqual(tokens);
    expect(related?.omitted.budget).toBe(0);
  });

  it('shows none unless a share is configured, and asks nothing', async () => {
    const graph = new WordSymbolGraph(files);
    const packed = await pack({ graph, packing: {} });

    expect([signaturesOf(packed), packed.stats.related, graph.asked]).toEqual([[], undefined, 0]);
  });

  it('shows none in a template without an outline', async () => {
    const packed = await pack({
      options: { template: { text: '{{#files}}{{#ranges}}{{content}}{{/ranges}}{{/files}}' } },
    });

    expect(packed.includedChunks).toHaveLength(1);
  });

  it('packs without an index as without a graph', async () => {
    const graph = new WordSymbolGraph(files);
    graph.onQuestion = () => {
      throw new LexichordError(ErrorCode.noIndex, 'Nothing was indexed.');
    };

    const packed = await pack({ graph });

    expect(packed.stats).not.toHaveProperty('related');
    expect(packed).toMatchObject({ partial: false, warnings: [] });
  });

  it('passes a defect of the graph on', async () => {
    const graph = new WordSymbolGraph(files);
    graph.onQuestion = () => {
      throw new TypeError('defect');
    };

    await expect(pack({ graph })).rejects.toThrow('defect');
  });

  it('is partial, with its bodies, where the graph does not answer in time', async () => {
    const graph = new WordSymbolGraph(files);
    const packer = packerWith({ graph });
    graph.onQuestion = () => {
      packer.clock.advance(60_000);
      return new Promise(() => undefined);
    };

    const packed = await packWith(packer);

    expect(packed.partial).toBe(true);
    expect(packed.content).toContain('const sum = total');
    expect(signaturesOf(packed)).toEqual([]);
  });

  it('ends with the reason of the signal', async () => {
    const graph = new WordSymbolGraph(files);
    const controller = new AbortController();
    graph.onQuestion = () => {
      controller.abort(new Error('enough'));
      return new Promise(() => undefined);
    };

    await expect(pack({ graph, options: { signal: controller.signal } })).rejects.toThrow('enough');
  });
});
