import { ILogger, IParserCatalog, ITokenCounter } from '@lexichord/abstractions';
import { resolveToken } from '@lexichord/platform';
import { RecordingLogger, WordTokenCounter } from '@lexichord/testing';
import { container as rootContainer, type DependencyContainer } from 'tsyringe';

import { hasRules, languageCatalog } from './languages/language-catalog.js';
import { hasStructure } from './syntax-trees.js';
import { scannedLanguages } from './lazy-parser-catalog.js';
import { registerChunkerModule } from './chunker-module.js';

describe('IParserCatalog', () => {
  let container: DependencyContainer;
  beforeEach(() => {
    container = rootContainer.createChildContainer();
    registerChunkerModule(container);
    container.register(ILogger, { useValue: new RecordingLogger() });
    container.register(ITokenCounter, { useValue: new WordTokenCounter() });
  });
  afterEach(() => container.dispose());

  it('T-016 FR-016-49: lists every grammar and scanner, all of which work', async () => {
    const parsers = await resolveToken(container, IParserCatalog).list();

    expect(parsers).toHaveLength(languageCatalog.length + scannedLanguages.length);
    expect(parsers.find(({ languages }) => languages.includes('csharp'))).toEqual({
      languages: ['csharp'],
      kind: 'grammar',
      name: 'tree-sitter-c_sharp',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/u) as string,
      problem: undefined,
    });
    expect(parsers.filter(({ problem }) => problem !== undefined)).toEqual([]);
  });

  it('names as scanners what has a structure and no grammar', () => {
    const scanned = scannedLanguages.flatMap(({ languages }): readonly string[] => languages);

    expect(scanned.every((language) => hasStructure(language) && !hasRules(language))).toBe(true);
  });

  it('stops when it is told to', async () => {
    await expect(resolveToken(container, IParserCatalog).list({ signal: AbortSignal.abort() })).rejects.toThrow();
  });
});
