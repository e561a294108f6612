import type { ChunkSource, FileDefinition, FileSymbols, FileUse, ISymbolExtractor } from '@lexichord/abstractions';

/** Symbols of a language for tests: each line is `def name`, `use name`, or `import name module`. */
export class LineSymbols implements ISymbolExtractor {
  fingerprint = 'lines-1';
  readonly extracted: string[] = [];

  extract({ filePath, content }: ChunkSource): Promise<FileSymbols | undefined> {
    this.extracted.push(filePath);
    if (!filePath.endsWith('.ts')) return Promise.resolve(undefined);
    const definitions: FileDefinition[] = [];
    const uses: FileUse[] = [];
    const imports: FileSymbols['imports'][number][] = [];
    for (const [index, line] of content.split('\n').entries()) {
      const [verb, name = '', module = ''] = line.split(' ');
      const at = index + 1;
      if (verb === 'def') definitions.push({ name, kind: 'function', startLine: at, endLine: at });
      if (verb === 'import') imports.push({ local: name, imported: name, module });
      const owner = definitions.length === 0 ? undefined : definitions.length - 1;
      if (verb === 'use') uses.push({ owner, name, lines: [at] });
    }
    return Promise.resolve({ definitions, imports, exports: [], uses });
  }
}
