import 'reflect-metadata';
import { createRequire } from 'node:module';

import type { CallOptions, ICodeOutliner, IParserCatalog, ParserInfo } from '@lexichord/abstractions';
import { inject, injectable } from 'tsyringe';

import { ChunkServices } from './chunk-services.js';

/** Languages that are cut by scanning their lines, in `syntax-trees.ts`. */
export const scannedLanguages = [
  { name: 'Markdown', languages: ['markdown', 'mdx'] },
  { name: 'YAML', languages: ['yaml'] },
] as const;

/** Lists all parsers. The language rules are loaded on the first call. */
@injectable()
export class LazyParserCatalog implements IParserCatalog {
  constructor(@inject(ChunkServices) private readonly services: ChunkServices) {}

  async list({ signal }: CallOptions = {}): Promise<readonly ParserInfo[]> {
    signal?.throwIfAborted();
    const { languageCatalog } = await import('./languages/language-catalog.js');
    const { outliner } = await this.services.load();
    const require = createRequire(import.meta.url);
    const grammars = versionIn(require('tree-sitter-wasms/package.json'));
    const own = versionIn(require('../package.json'));
    const parsers: ParserInfo[] = [];
    // One after the other: compiling a grammar takes up to 80 MB.
    for (const { languages, grammar } of languageCatalog) {
      const problem = await problemOf(languages[0] ?? '', outliner, { signal });
      parsers.push({ languages, kind: 'grammar', name: `tree-sitter-${grammar}`, version: grammars, problem });
    }
    const scanners = scannedLanguages.map((scanned): ParserInfo => ({ ...scanned, kind: 'scanner', version: own }));
    return [...parsers, ...scanners];
  }
}

/** The reason why the parser of a language does not work; `undefined` if it does. */
async function problemOf(language: string, outliner: ICodeOutliner, options: CallOptions): Promise<string | undefined> {
  const document = {
    path: 'empty',
    content: '\n',
    language,
    version: '',
    isUnsaved: false,
    decoding: 'utf-8',
  } as const;
  return (await outliner.outline(document, options)).fallback?.message;
}

function versionIn(manifest: unknown): string {
  return (manifest as { readonly version: string }).version;
}
