import {
  type ContextFragment,
  type ContextGatheringRequest,
  type IContextStrategy,
  combineContent,
} from '@lexichord/abstractions';
import {
  MemoryEditorService,
  PatternSecretScanner,
  PlainStructureService,
  RecordingLogger,
  aStrategy,
} from '@lexichord/testing';
import { BpeTokenCounter } from '@lexichord/tokenizer';
import fc from 'fast-check';
import { CursorContextStrategy } from './strategies/cursor-context-strategy.js';
import { DocumentContextStrategy } from './strategies/document-context-strategy.js';
import { SelectionContextStrategy } from './strategies/selection-context-strategy.js';
import { anOrchestrator } from './test-support/an-orchestrator.js';

const token = 'secret:abcdefgh';
const keyLines = Array.from({ length: 40 }, (_, index) => `keyline${index}x`);
const key = ['BEGIN KEY', ...keyLines, 'END KEY'].join('\n');
const tokenCounter = new BpeTokenCounter({ encoding: 'o200k_base' });

function anAssembly(documents: Record<string, string>, others: readonly IContextStrategy[] = []) {
  const editor = new MemoryEditorService(documents);
  const structure = new PlainStructureService();
  const scanner = new PatternSecretScanner();
  const log = new RecordingLogger();
  const strategies = [
    new DocumentContextStrategy(editor, structure, tokenCounter, log),
    new SelectionContextStrategy(editor, structure, tokenCounter, log),
    new CursorContextStrategy(editor, structure, tokenCounter, log, scanner),
    ...others,
  ];
  const fixture = anOrchestrator({
    strategies,
    editor,
    tokenCounter,
    scanner,
    options: { enableDeduplication: false },
  });
  return async (request: Partial<ContextGatheringRequest>, maxTokens = 4_000) => {
    const assembled = await fixture.orchestrator.assemble({ agentId: 'editor', ...request }, { maxTokens });
    return {
      assembled,
      text: combineContent(assembled),
      all: JSON.stringify([assembled, log.lines, fixture.logger.lines]),
    };
  };
}

describe('ContextOrchestrator, secrets', () => {
  it('puts a placeholder in place of a secret of the document, and says where it was and what found it', async () => {
    const assemble = anAssembly({ 'a.md': `# One\n\nfirst ${token} last\n` });

    const { assembled, text, all } = await assemble({ documentPath: 'a.md' });

    expect(text).toContain('first [secret: token] last');
    expect(assembled.secrets).toEqual([{ rule: 'token', place: 'a.md:3' }]);
    expect(all).not.toContain(token);
  });

  it('finds a key whose beginning is outside of what is shown', async () => {
    const content = `${key}\n\nlast words\n`;
    const assemble = anAssembly({ 'a.md': content });

    const { assembled, all } = await assemble({
      documentPath: 'a.md',
      cursorPosition: content.indexOf('keyline35x'),
      hints: { cursorWindow: { unit: 'characters', size: 60 } },
    });

    expect(assembled.secrets).toEqual([{ rule: 'private-key', place: 'a.md:1-42' }]);
    expect(all).not.toContain('keyline');
  });

  it('keeps lines and cursor where they are behind what was replaced', async () => {
    const content = `one ${token}\n${key}\nThe cursor is |here.\n`;
    const assemble = anAssembly({ 'a.md': content.replace('|', '') });

    const { text } = await assemble({ documentPath: 'a.md', cursorPosition: content.indexOf('|') });

    expect(text).toContain('Line 44, column 15');
    expect(text).toContain('The cursor is ⟦cursor⟧here.');
  });

  it('shows the whole placeholder for a selection of half a secret', async () => {
    const content = `one ${token} two ${token}\n`;
    const assemble = anAssembly({ 'a.md': content });

    const { assembled, text } = await assemble({ documentPath: 'a.md', selectedText: 'abcdefgh two sec' });

    expect(text).toContain('[secret: token] two [secret: token]');
    expect(text).not.toContain('abcdefgh');
    expect(assembled.fragments.map(({ sourceId }) => sourceId)).toContain('selection');
  });

  it('screens a selection without a document, and the query', async () => {
    const seen: ContextGatheringRequest[] = [];
    const curious = aStrategy({ strategyId: 'curious' });
    const assemble = anAssembly({}, [
      { ...curious, gather: (request, options) => (seen.push(request), curious.gather(request, options)) },
    ]);

    const { assembled, all } = await assemble({ selectedText: `a ${token}`, hints: { query: `why ${token}` } });

    expect(seen[0]?.selectedText).toBe('a [secret: token]');
    expect(seen[0]?.hints?.query).toBe('why [secret: token]');
    expect(assembled.secrets).toEqual([
      { rule: 'token', place: 'the selection:1' },
      { rule: 'token', place: 'the query' },
    ]);
    expect(all).not.toContain(token);
  });

  it('looks at what a strategy of the host gives, at its facts, and at what it makes of it when it is shortened', async () => {
    const fragment = (content: string): ContextFragment => ({
      ...{ sourceId: 'own', label: `Own ${token}`, content, tokenEstimate: 0, relevance: 1 },
      metadata: { from: [{ note: token }] },
    });
    const own: IContextStrategy = {
      ...{ strategyId: 'own', displayName: 'Own', priority: 50, maxTokens: 4_000 },
      gather: () => Promise.resolve(fragment(`${token} ${'word '.repeat(3_000)}`)),
      shorten: () => Promise.resolve(fragment(`short ${token}`)),
    };
    const assemble = anAssembly({}, [own]);

    const { assembled, text, all } = await assemble({}, 200);

    expect(text).toContain('short [secret: token]');
    expect(assembled.secrets).toContainEqual({ rule: 'token', place: 'Own [secret: token]:1' });
    expect(all).not.toContain('abcdefgh');
    expect(assembled.renderedTokens).toBeLessThanOrEqual(200);
  });

  it('shows no secret of the names of a document and its heading, nor of a document that is not there', async () => {
    const path = `docs/${token}.md`;
    const assemble = anAssembly({ [path]: `# About ${token}\n\nfirst ${token} last\n` });

    const { assembled } = await assemble({ documentPath: path, cursorPosition: 30 });
    const { assembled: missing } = await assemble({ documentPath: `docs/missing ${token}.md` });

    expect(assembled.variables).toMatchObject({
      DocumentPath: 'docs/[secret: token].md',
      DocumentName: '[secret: token].md',
      CurrentHeading: 'About [secret: token]',
    });
    expect(assembled.secrets).toContainEqual({ rule: 'token', place: 'docs/[secret: token].md:3' });
    expect(assembled.secrets).toContainEqual({ rule: 'token', place: 'names of docs/[secret: token].md' });
    expect(JSON.stringify([assembled, missing])).not.toContain('abcdefgh');
  });

  it('neither shows a secret nor exceeds the budget, wherever it is planted and whatever is cut', async () => {
    const words = fc.array(fc.constantFrom('a', 'bc', '\n', '\n\n', '# H\n', '- x\n', '```\n', ' '), { maxLength: 60 });
    const planted = fc.constantFrom(token, key);
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          before: words,
          after: words,
          planted,
          cursor: fc.nat(900),
          budget: fc.integer({ min: 1, max: 400 }),
        }),
        async ({ before, after, planted: secret, cursor, budget }) => {
          const content = `${before.join('')} ${secret} ${after.join('')}`;
          const assemble = anAssembly({ 'a.md': content });
          const at = Math.min(cursor, content.length);

          const { assembled, all } = await assemble(
            { documentPath: 'a.md', cursorPosition: at, selectedText: content.slice(at, at + 30) },
            budget,
          );

          expect(all).not.toMatch(/abcdefgh|keyline\d/u);
          expect(assembled.renderedTokens).toBeLessThanOrEqual(budget);
        },
      ),
      { numRuns: 200 },
    );
  });
});
