import { ErrorCode } from '@lexichord/abstractions';
import { requireRegisteredStrategy } from './select-strategies.js';

describe('requireKnownStrategy', () => {
  const known = ['conversation', 'document', 'rag'];

  it('lets a known id pass', () => {
    expect(() => {
      requireRegisteredStrategy('rag', known);
    }).not.toThrow();
  });

  it.each([
    ['documnet', known, 'Available strategies: conversation, document, rag. Did you mean "document"?'],
    ['RAG', known, 'Available strategies: conversation, document, rag. Did you mean "rag"?'],
    ['weather', known, 'Available strategies: conversation, document, rag.'],
    ['rag', [], 'Available strategies: none.'],
    ['__proto__', known, 'Available strategies: conversation, document, rag.'],
  ])('refuses %j and says what is known, and what was probably meant', (strategyId, ids, rest) => {
    let thrown: unknown;
    try {
      requireRegisteredStrategy(strategyId, ids);
    } catch (error) {
      thrown = error;
    }

    expect(thrown).toMatchObject({
      code: ErrorCode.unknownStrategy,
      message: `There is no strategy "${strategyId}". ${rest}`,
      details: { strategyId, known: ids },
    });
  });
});
