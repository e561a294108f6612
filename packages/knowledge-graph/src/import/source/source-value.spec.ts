import fc from 'fast-check';
import { parse, stringify } from 'yaml';

import { parseLocated } from '../../../worker/parse-located.mjs';
import { type SourceValue, sourceRoot } from './source-value.js';

async function rootOf(text: string): Promise<SourceValue> {
  return sourceRoot(await parseLocated(text));
}

describe('SourceValue', () => {
  it('knows the lines of keys and values, keys that are numbers among them', async () => {
    const root = await rootOf('b:\n  - x\n  - y: 1\n    z: 2\n200: ok\n"a b": |\n  one\n  two\n10: [1,\n  2]\n');

    const lines = root.entries().map(([key, { startLine, endLine }]) => [key, startLine, endLine]);
    expect(lines).toEqual([
      ['10', 9, 10],
      ['200', 5, 5],
      ['b', 1, 4],
      ['a b', 6, 8],
    ]);
    expect(root.get('b')?.items()[1]?.get('z')).toMatchObject({ value: 2, startLine: 4 });
    expect(root.nearest(['b', '1', 'none', 'more'])).toMatchObject({ startLine: 3, endLine: 4 });
  });

  it('has nothing where there is nothing', async () => {
    const root = await rootOf('a: " "\nb: [1, " x ", ""]\n');

    expect(root.get('toString')).toBeUndefined();
    expect(root.get('a')?.get('b')).toBeUndefined();
    expect([root.text('a'), root.text('b'), root.text('c')]).toEqual([undefined, undefined, undefined]);
    expect(root.texts('b')).toEqual(['x']);
    expect(root.items()).toEqual([]);
    expect(root.get('b')?.entries()).toEqual([]);
  });

  it('gives the values that other parsers give, of JSON and of YAML', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 1, 4), async (given, indent) => {
        const value = JSON.parse(JSON.stringify(given)) as unknown;

        const json = await parseLocated(JSON.stringify(value, undefined, indent));
        const yaml = await parseLocated(stringify(value));

        expect(json).toMatchObject({ data: value, problems: [] });
        expect(yaml).toMatchObject({ data: parse(stringify(value)) as unknown, problems: [] });
      }),
    );
  });

  it('gives the same lines for JSON, however it is parsed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), async (value) => {
        const text = JSON.stringify(value, undefined, 2);
        // A comment makes it YAML.
        const [asJson, asYaml] = [await parseLocated(`${text}\n`), await parseLocated(`${text} # x\n`)];
        fc.pre(asYaml.problems.length === 0);

        expect([...asYaml.lines]).toEqual([...asJson.lines]);
      }),
    );
  });
});
