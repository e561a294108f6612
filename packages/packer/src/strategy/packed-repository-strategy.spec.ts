import {
  type ContextFragment,
  type ContextGatheringRequest,
  type IContextPacker,
  IContextStrategy,
  ISourceFinder,
  type SearchHit,
  type SourceRequest,
  StrategyDescriptor,
  licenseTiers,
  tierIncludes,
} from '@lexichord/abstractions';
import { resolveToken } from '@lexichord/platform';
import { PlainStructureService, RecordingLogger, aLicense, describeContextStrategy } from '@lexichord/testing';
import { BpeTokenCounter } from '@lexichord/tokenizer';
import { container as root } from 'tsyringe';

import { registerPackerModule } from '../packer-module.js';
import { testLimits } from '../test-support/packing-options.js';
import { TestPacker } from '../test-support/a-packer.js';
import { PackedRepositoryStrategy, repositoryDescriptor } from './packed-repository-strategy.js';

const login = Array.from({ length: 60 }, (_, line) => `export const login${line} = 'login ${line}';\n`).join('');
const counter = new BpeTokenCounter({ encoding: 'o200k_base' });
const hit: SearchHit = {
  filePath: 'src/login.ts',
  startLine: 1,
  endLine: 60,
  content: login,
  score: 0.8,
  headingPath: [],
  language: 'typescript',
};

const opened: TestPacker[] = [];

function aStrategy(hits: readonly SearchHit[] | Error = [hit]): {
  readonly strategy: PackedRepositoryStrategy;
  readonly asked: SourceRequest[];
} {
  const test = new TestPacker({ 'src/login.ts': login, 'doc.md': '# Login\n\nHow does the login work?\n' });
  opened.push(test);
  const asked: SourceRequest[] = [];
  const finder: ISourceFinder = {
    find: (request) => {
      asked.push(request);
      const load = () => (hits instanceof Error ? Promise.reject(hits) : Promise.resolve(hits.map(toSource)));
      return Promise.resolve([{ name: 'search', sourceType: 'search-result' as const, load }]);
    },
  };
  const packer: IContextPacker = test.packer;
  const strategy = new PackedRepositoryStrategy(
    finder,
    packer,
    test.files,
    new PlainStructureService(),
    counter,
    new RecordingLogger(),
  );
  return { strategy, asked };
}

function toSource({ filePath, startLine, endLine, content, score, language }: SearchHit) {
  const lineRange = { startLine, endLine };
  return { sourceType: 'search-result' as const, filePath, content, lineRange, relevanceScore: score, language };
}

const request: ContextGatheringRequest = { agentId: 'copilot', hints: { query: 'how does login work' } };

describeContextStrategy('PackedRepositoryStrategy', () => ({
  strategy: aStrategy().strategy,
  tokenCounter: counter,
  request,
  requestsWithoutInput: [{ agentId: 'copilot' }],
}));

describe('PackedRepositoryStrategy', () => {
  afterAll(() => Promise.all(opened.map((test) => test.dispose())));

  it('packs what the question is about into its share, and says what there is of it', async () => {
    const { strategy } = aStrategy();

    const fragment = (await strategy.gather(request, { maxTokens: 200 })) as ContextFragment;

    expect(fragment).toMatchObject({ sourceId: 'repository', label: 'Repository Code' });
    expect(fragment.content).toMatch(/^### src\/login\.ts \(lines 1-\d+\)\nPART of lines 1-60\n```typescript\n/u);
    expect(fragment.tokenEstimate).toBeLessThanOrEqual(200);
    expect(fragment.relevance).toBe(0.8);
    expect(fragment.metadata?.['chunks']).toMatchObject([
      { filePath: 'src/login.ts', startLine: 1, endLine: 6 },
      { filePath: 'src/login.ts', startLine: 7, endLine: 12 },
      { filePath: 'src/login.ts', startLine: 13, endLine: 18, detailLevel: 'path' },
      { filePath: 'src/login.ts', startLine: 19, endLine: 24, detailLevel: 'path' },
      { filePath: 'src/login.ts', startLine: 25, endLine: 30, detailLevel: 'path' },
    ]);
  });

  it('leaves the open document to another strategy', async () => {
    const { strategy, asked } = aStrategy();

    await strategy.gather({ ...request, documentPath: 'doc.md' }, { maxTokens: 200 });

    expect(asked).toMatchObject([{ task: 'how does login work', excludedFiles: ['doc.md'] }]);
  });

  it('says why there is nothing', async () => {
    const noIndex = Object.assign(new Error('No index.'), { code: 'no-index', details: {} });

    expect(await aStrategy(noIndex).strategy.gather(request, { maxTokens: 200 })).toMatchObject({
      nothing: 'no-index',
    });
    expect(await aStrategy([]).strategy.gather(request, { maxTokens: 200 })).toMatchObject({
      nothing: 'empty',
      message: 'No relevant code or documents were found in the repository.',
    });
    expect(await aStrategy().strategy.gather(request, { maxTokens: 5 })).toMatchObject({
      nothing: 'empty',
      message: 'None of the code and documents found fits into the budget.',
    });
  });

  it.each(licenseTiers)('is described under every licence, and there from Teams on (%s)', (tier) => {
    const container = root.createChildContainer();
    registerPackerModule(container, { license: aLicense(tier), options: testLimits });

    expect(resolveToken(container, StrategyDescriptor)).toEqual(repositoryDescriptor);
    expect(container.isRegistered(IContextStrategy)).toBe(tierIncludes(tier, 'Teams'));
    expect(container.isRegistered(ISourceFinder)).toBe(true);
  });
});
