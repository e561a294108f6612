import type {
  ApproximationReason,
  DocumentSnapshot,
  DocumentStructure,
  IDocumentStructureService,
} from '@lexichord/abstractions';
import { MemoryEditorService, PlainStructureService } from '@lexichord/testing';
import { describeAssembly } from './describe-assembly.js';
import { type DocumentFacts, readDocumentFacts } from './extract-variables.js';

class GuessingStructureService implements IDocumentStructureService {
  constructor(private readonly approximationReason: ApproximationReason) {}

  async getStructure(document: DocumentSnapshot): Promise<DocumentStructure> {
    const structure = await new PlainStructureService().getStructure(document);
    return { ...structure, isApproximate: true, approximationReason: this.approximationReason };
  }
}

const request = { documentPath: 'a.md', cursorPosition: 9, agentId: 'editor' };

const factsFrom = (structure: IDocumentStructureService, overrides: object = {}): Promise<DocumentFacts> =>
  readDocumentFacts(
    { ...request, ...overrides },
    { editor: new MemoryEditorService({ 'a.md': '# One\n\ntext' }), structure },
    {},
  );

const warningsFor = (facts: DocumentFacts): readonly string[] =>
  describeAssembly({
    request,
    budget: { maxTokens: 10 },
    order: [],
    skipped: [],
    outcomes: [],
    fitted: { kept: [], skipped: [], truncated: [], deduplicated: [], warnings: [], renderedTokens: 0 },
    facts,
    secrets: [],
    durationMs: 1,
  }).warnings;

describe('readDocumentFacts', () => {
  const variables = { DocumentName: 'a.md', DocumentPath: 'a.md', Language: 'markdown' };

  it('knows the names, the language and the heading at the cursor', async () => {
    const structure = new PlainStructureService();

    expect(await factsFrom(structure)).toEqual({ variables: { ...variables, CurrentHeading: 'One' } });
    expect(await factsFrom(structure, { cursorPosition: undefined })).toEqual({ variables });
    expect(await factsFrom(structure, { documentPath: undefined })).toEqual({});
  });

  it.each([
    ['hard-text', 'nested too deeply or too large'],
    ['time-limit', 'could not be parsed in time'],
  ] as const)('tells of an outline that is approximate (%s), which the assembly warns of', async (reason, words) => {
    const atCursor = await factsFrom(new GuessingStructureService(reason));
    const withoutCursor = await factsFrom(new GuessingStructureService(reason), { cursorPosition: undefined });

    expect([atCursor.approximationReason, withoutCursor.approximationReason]).toEqual([reason, reason]);
    const [warning, ...others] = warningsFor(atCursor);
    expect(warning).toContain(`"a.md" `);
    expect(warning).toContain(words);
    expect(others).toEqual([]);
  });

  it('gives no warning of an exact outline, or where nothing is known', async () => {
    expect(warningsFor(await factsFrom(new PlainStructureService()))).toEqual([]);
    expect(warningsFor({})).toEqual([]);
  });
});
