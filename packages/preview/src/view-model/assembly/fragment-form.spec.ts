import type { FragmentMetadata } from '@lexichord/abstractions';
import fc from 'fast-check';

import { formOf } from './fragment-form.js';

const none = new Map<string, never>();
const text = { kind: 'text' };

describe('formOf', () => {
  it('takes the chunks of packed code and the hits of a search for file ranges', () => {
    const ranges = [{ filePath: 'src/a.ts', startLine: 1, endLine: 9, score: 0.5, symbol: 'login' }];

    expect(formOf({ chunks: ranges }, none)).toEqual({ kind: 'files', ranges });
    expect(
      formOf({ hits: [{ filePath: 'a.md', startLine: 2, endLine: 2, score: null }], truncated: true }, none),
    ).toEqual({
      kind: 'files',
      ranges: [{ filePath: 'a.md', startLine: 2, endLine: 2 }],
    });
  });

  it('takes entities for knowledge', () => {
    const entity = {
      entityId: 'e',
      type: 'Endpoint',
      name: 'GET /a',
      score: 1,
      signals: [{ signal: 'name', score: 0.5 }],
    };

    expect(formOf({ entities: [{ ...entity, matchedTerms: ['a'] }] }, none)).toEqual({
      kind: 'knowledge',
      entities: [entity],
    });
    expect(formOf({ entities: [{ ...entity, signals: [] }] }, none)).toMatchObject({ entities: [{ signals: [] }] });
  });

  it('takes segments of a named conversation, with what was expanded beyond the prompt', () => {
    const segment = { segmentId: 's', level: 2, messageIds: ['m1', 'm2'] };
    const loading = { phase: 'loading', level: 1 } as const;

    const form = formOf(
      { conversationId: 'talk', segments: [segment, { ...segment, segmentId: 't', level: 1 }] },
      new Map([
        ['s', loading],
        ['t', loading],
      ]),
    );

    expect(form).toEqual({
      kind: 'conversation',
      conversationId: 'talk',
      segments: [
        { ...segment, expansion: loading },
        { ...segment, segmentId: 't', level: 1 },
      ],
    });
  });

  it.each<[string, FragmentMetadata | undefined]>([
    ['nothing', undefined],
    ['no parts', {}],
    ['an empty list', { chunks: [] }],
    ['a list of something else', { chunks: ['a'], entities: [null], segments: [[]] }],
    ['one bad range among good ones', { hits: [{ filePath: 'a', startLine: 1, endLine: 2 }, { filePath: 'a' }] }],
    ['lines the wrong way round', { chunks: [{ filePath: 'a', startLine: 3, endLine: 2 }] }],
    ['a line that is none', { chunks: [{ filePath: 'a', startLine: 0, endLine: 2 }] }],
    ['a score that is none', { chunks: [{ filePath: 'a', startLine: 1, endLine: 2, score: '1' }] }],
    ['a symbol that is none', { chunks: [{ filePath: 'a', startLine: 1, endLine: 2, symbol: 1 }] }],
    ['an entity without a name', { entities: [{ entityId: 'e', type: 'T', name: '', score: 1 }] }],
    ['an entity with bad signals', { entities: [{ entityId: 'e', type: 'T', name: 'n', score: 1, signals: [1] }] }],
    [
      'a signal without a score',
      { entities: [{ entityId: 'e', type: 'T', name: 'n', score: 1, signals: [{ signal: 's' }] }] },
    ],
    ['segments of no conversation', { segments: [{ segmentId: 's', level: 2, messageIds: [] }] }],
    ['a level that is none', { conversationId: 'c', segments: [{ segmentId: 's', level: 4, messageIds: [] }] }],
    ['messages that are none', { conversationId: 'c', segments: [{ segmentId: 's', level: 1, messageIds: [1] }] }],
    [
      'inherited members',
      JSON.parse('{"__proto__": {"chunks": [{"filePath": "a", "startLine": 1, "endLine": 2}]}}') as FragmentMetadata,
    ],
  ])('takes %s for text', (_, metadata) => {
    expect(formOf(metadata, none)).toEqual(text);
  });

  it('never throws, whatever anybody puts there', () => {
    const parts = fc.jsonValue();
    const metadata = fc.dictionary(fc.constantFrom('chunks', 'hits', 'entities', 'segments', 'conversationId'), parts);
    fc.assert(
      fc.property(metadata, (given) => {
        expect(['text', 'files', 'knowledge', 'conversation']).toContain(formOf(given as FragmentMetadata, none).kind);
      }),
    );
    expect(formOf(['a'] as unknown as FragmentMetadata, none)).toEqual(text);
  });
});
