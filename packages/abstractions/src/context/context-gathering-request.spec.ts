import { isLexichordError } from '../errors/lexichord-error.js';
import {
  type ContextGatheringRequest,
  emptyRequest,
  hasCursor,
  hasDocument,
  hasSelection,
  validateRequest,
} from './context-gathering-request.js';

function refusalOf(request: unknown): unknown {
  try {
    validateRequest(request as ContextGatheringRequest);
    return undefined;
  } catch (error) {
    return isLexichordError(error) ? { code: error.code, message: error.message } : error;
  }
}

describe('ContextGatheringRequest', () => {
  it('SBD-072 §20.1: knows what it has', () => {
    const full = { documentPath: 'a.md', cursorPosition: 0, selectedText: 'x', agentId: 'editor' };

    expect([hasDocument(full), hasCursor(full), hasSelection(full)]).toEqual([true, true, true]);
    const none = emptyRequest('editor');
    expect([hasDocument(none), hasCursor(none), hasSelection(none)]).toEqual([false, false, false]);
    expect(hasDocument({ agentId: 'editor', documentPath: '' })).toBe(false);
    expect(hasSelection({ agentId: 'editor', selectedText: '' })).toBe(false);
  });

  it('is accepted with every field and hint', () => {
    const request: ContextGatheringRequest = {
      documentPath: 'a.md',
      cursorPosition: 12,
      selectedText: '',
      agentId: 'editor',
      hints: {
        query: '',
        conversationId: 'c',
        selectionRange: { startOffset: 3, endOffset: 3 },
        cursorWindow: { unit: 'lines', size: 4 },
        topK: 100,
      },
    };

    expect(refusalOf(request)).toBeUndefined();
    expect(refusalOf({ agentId: 'editor', hints: { topK: undefined } })).toBeUndefined();
  });

  it.each<[unknown, string]>([
    [{}, 'The context request\'s "agentId" is missing; it must be a non-empty string.'],
    [{ agentId: 'a', documentPath: 7 }, 'The context request\'s "documentPath" is 7; it must be a string.'],
    [
      { agentId: 'a', cursorPosition: 1.5 },
      'The context request\'s "cursorPosition" is 1.5; it must be a whole number from 0.',
    ],
    [
      { agentId: 'a', selectedText: [] },
      'The context request\'s "selectedText" is of type array; it must be a string.',
    ],
    [{ agentId: 'a', hints: 'none' }, 'The context request\'s "hints" is of type string; it must be an object.'],
    [
      { agentId: 'a', hints: { topK: 0 } },
      'The context request\'s "hints.topK" is 0; it must be a whole number from 1 to 100.',
    ],
    [
      { agentId: 'a', hints: { topk: 3 } },
      'The context request\'s "hints.topk" is 3; it must be one of the supported hints: query, conversationId, selectionRange, cursorWindow, topK.',
    ],
    [
      { agentId: 'a', hints: { cursorWindow: { unit: 'words', size: 3 } } },
      'The context request\'s "hints.cursorWindow" is of type object; it must be an object { unit: "characters" | "lines", size } with a whole number from 0.',
    ],
  ])('refuses %j', (request, message) => {
    expect(refusalOf(request)).toEqual({ code: 'invalid-argument', message });
  });

  it('is not fooled by names of object properties', () => {
    const hints = JSON.parse('{"__proto__": 1, "toString": 2}') as object;

    expect(refusalOf({ agentId: 'a', hints })).toMatchObject({ code: 'invalid-argument' });
  });
});
