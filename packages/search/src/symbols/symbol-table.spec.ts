import fc from 'fast-check';

import { type SymbolFile, SymbolTable } from './symbol-table.js';

const names = ['get', 'set', 'run'];

function aFile(path: string, defined: readonly string[]): SymbolFile {
  const definitions = defined.map((name, index) => ({
    ...{ name, kind: 'function' as const, startLine: index + 1, endLine: index + 1 },
    parent: index % 3 === 2 ? index - 1 : undefined,
  }));
  return { path, contentHash: path, symbols: { definitions, imports: [], exports: [], uses: [] } };
}

const definedNames = fc.array(fc.constantFrom(...names), { maxLength: 6 });
const tables = fc
  .array(definedNames, { maxLength: 8 })
  .map((files) => new SymbolTable(files.map((defined, index) => aFile(`${index}.ts`, defined))));

describe('SymbolTable', () => {
  it('finds the definitions of a name in some files, whether these or the definitions are fewer', () => {
    fc.assert(
      fc.property(tables, fc.constantFrom(...names), fc.func(fc.boolean()), (table, name, isChosen) => {
        const files = new Set([...table.files.keys()].filter(isChosen));
        const expected = table.named(name).filter((one) => files.has(table.fileOf[one] as number));

        expect(table.namedIn(files, name).toSorted((a, b) => a - b)).toEqual(expected);
      }),
    );
  });

  it('finds the first child of a name', () => {
    fc.assert(
      fc.property(tables, fc.constantFrom(...names), (table, name) => {
        for (let definition = 0; definition < table.size; definition += 1) {
          const expected = table.childrenOf(definition).find((child) => table.at(child).name === name);

          expect(table.childNamed(definition, name)).toBe(expected);
        }
      }),
    );
  });
});
