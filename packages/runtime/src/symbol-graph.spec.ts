import { IIndexService, ISymbolGraph } from '@lexichord/abstractions';

import { type Files, IndexedWorkspaces } from './test-support/indexed-workspace.js';

describe('The symbol graph of a workspace', () => {
  const workspaces = new IndexedWorkspaces();

  afterEach(() => workspaces.dispose());

  /** Each use as `file#source > file#target`; code outside definitions has no source. */
  const referencesIn = async (files: Files, name: string): Promise<readonly string[]> => {
    const runtime = await workspaces.open(await workspaces.folder(files));
    await runtime.resolve(IIndexService).update();
    const graph = runtime.resolve(ISymbolGraph);
    const found: string[] = [];
    for (const definition of await graph.definitionsNamed(name)) {
      for (const { source, filePath, target } of await graph.referencesTo(definition)) {
        found.push(`${source?.id ?? filePath} > ${target.id}`);
      }
    }
    return found;
  };

  it('is that of the indexed files, read by the real parsers', async () => {
    const files = {
      'lib/cart.js': 'export function total() {\n  return 1;\n}\n',
      'lib/shop.js': "import { total } from './cart.js';\n\nexport function sell() {\n  return total();\n}\n",
    };

    expect(await referencesIn(files, 'total')).toEqual(['lib/shop.js#sell > lib/cart.js#total']);
  });
});
