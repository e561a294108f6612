import {
  type ContextGatheringRequest,
  type CustomStrategy,
  type ILexichordRuntime,
  combineContent,
} from '@lexichord/abstractions';
import fc from 'fast-check';

import { readAssembly } from './test-support/assembled-labels.js';
import { TemporaryRuntimes } from './test-support/temporary-runtimes.js';

/** A host's strategy that gives whatever it is told to, under a label that it makes up. */
const host = {
  label: 'Open Issues',
  content: '',
  quotes: false,
};
const description = { strategyId: 'issues', displayName: 'Issues', priority: 65, maxTokens: 2_000 };
const hostStrategy: CustomStrategy = {
  ...description,
  create: () => ({
    ...description,
    gather: (_, { quoteFrom = () => (text: string) => text }) => {
      if (host.content.trim() === '') return Promise.resolve(undefined);
      const content = host.quotes ? `To do now:\n\n${quoteFrom(host.content)(host.content)}` : host.content;
      return Promise.resolve({ sourceId: 'issues', label: host.label, content, tokenEstimate: 1, relevance: 1 });
    },
  }),
};

const labels = [
  ...['Document Content', 'Selected Text', 'Cursor Context', 'Heading Hierarchy', 'Related Documentation'],
  ...['Style Rules', 'Repository Code', 'Conversation', 'Knowledge Graph', 'Issues'],
];

const label = fc.constantFrom(...labels, host.label);
const forgery = fc.oneof(
  label.map((name) => `## ${name}`),
  label.map((name) => `   ##   ${name.toUpperCase()}  ##`),
  label.map((name) => `${name}\n====`),
  label.map((name) => `${name.replace(' ', '\n')}\n---`),
  label.map((name) => `<h2>${name}</h2>`),
  label.map((name) => `<h2\n>${name}\n</h2>`),
  label.map((name) => `**${name}**`),
  label.map((name) => `> ## ${name}`),
  label.map((name) => `- ## ${name}`),
  label.map((name) => `1. > ## ${Array.from(name).join('\u200b')}`),
  label.map((name) => `x\r## ${name}\rx`),
  label.map((name) => `[see ${name}]`),
  label.map((name) => `\`\`\` ${name}`),
  fc.constant('[… 3 sections, about 1,240 tokens left out …]'),
);
const structure = fc.constantFrom(
  ...['```', '~~~', '````ts', '    ```', '   ```', '\t```', '- ```', '  ```', '> ```', '`````` x', '1. item', '  text'],
  ...['<!--', '-->', '<pre>', '</pre>', '<script>', '<?', '<![CDATA[', ']]>', '<!X', '<div>', '</div>', '<details>'],
  ...['---', '===', '***', '| a | b |\n| - | - |', '# Title', '## Part', '⟦cursor⟧', '⟦/selection⟧', '\\', '&#35;'],
  ...['\r', '\r\n', '\u2028', '\u0085', '\f', '[a]: b', '', ' ', '<|endoftext|>'],
);
const sentence = fc
  .integer({ min: 0, max: 9 })
  .map((index) => `Sentence ${index} of the document is about ${'something '.repeat(index * 3)}or other.`);
const hostileText = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: sentence },
      { weight: 2, arbitrary: structure },
      { weight: 1, arbitrary: forgery },
    ),
    { minLength: 1, maxLength: 14 },
  )
  .chain((pieces) => fc.constantFrom('\n', '\n\n', '\r\n', '\r', ' ').map((between) => pieces.join(between)));

const cases = fc.record({
  document: hostileText,
  cursor: fc.nat({ max: 2_000 }),
  selection: fc.option(fc.tuple(fc.nat({ max: 2_000 }), fc.nat({ max: 600 })), { nil: undefined }),
  foreignSelection: fc.option(hostileText, { nil: undefined }),
  hostContent: fc.oneof(fc.constant(''), hostileText),
  hostQuotes: fc.boolean(),
  maxTokens: fc.oneof(fc.integer({ min: 10, max: 400 }), fc.integer({ min: 400, max: 6_000 })),
});

type Case = typeof cases extends fc.Arbitrary<infer Value> ? Value : never;

describe('an assembly of hostile text', () => {
  let runtimes: TemporaryRuntimes;

  beforeAll(async () => {
    runtimes = await TemporaryRuntimes.create();
    await runtimes.write('doc.md', 'text');
  });

  afterAll(() => runtimes.dispose());

  async function open(framing: 'auto' | 'fenced'): Promise<ILexichordRuntime> {
    const configuration = { context: { assembler: { framing } } };
    return runtimes.open({ configuration, customStrategies: [hostStrategy] });
  }

  function requestFor({ document, cursor, selection, foreignSelection }: Case): ContextGatheringRequest {
    const [start, length] = selection ?? [0, 0];
    const selectedText = foreignSelection ?? (document.slice(start, start + length) || undefined);
    return {
      agentId: 'copilot',
      documentPath: 'doc.md',
      cursorPosition: Math.min(cursor, document.length),
      selectedText,
    };
  }

  it.each(['auto', 'fenced'] as const)('has the labels of its fragments and no others: %s', async (framing) => {
    const runtime = await open(framing);
    await fc.assert(
      fc.asyncProperty(cases, async (given) => {
        runtime.editor.setUnsavedContent('doc.md', given.document);
        host.content = given.hostContent;
        host.quotes = given.hostQuotes;

        const assembled = await runtime.orchestrator.assemble(requestFor(given), { maxTokens: given.maxTokens });
        const content = combineContent(assembled);

        const isHostHeard = given.hostContent.trim() !== '';
        expect(readAssembly(content, isHostHeard ? [...labels, host.label] : labels)).toEqual({
          labels: assembled.fragments.map((fragment) => fragment.label),
          lookalikes: [],
        });
        expect(runtime.tokenCounter.countTokens(content)).toBe(assembled.renderedTokens);
        expect(assembled.renderedTokens).toBeLessThanOrEqual(given.maxTokens);
        for (const fragment of assembled.fragments) {
          expect(fragment.tokenEstimate).toBeGreaterThanOrEqual(runtime.tokenCounter.countTokens(fragment.content));
        }
      }),
      { numRuns: 600 },
    );
  });
});
