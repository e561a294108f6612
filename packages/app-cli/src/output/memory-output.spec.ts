import { CompressionLevel } from '@lexichord/abstractions';
import picocolors from 'picocolors';

import { segmentPage } from '../commands/memory-show.js';
import { memoryLine } from '../memory/add-conversation.js';
import { shellWord } from './memory-report.js';

const layout = { colors: picocolors.createColors(false), columns: 80 };

function aSegment(ids: readonly string[], times: { startedMs?: number; endedMs?: number }, content: string) {
  const tokenCounts = { full: 2_000, detailed: 600, brief: 200, tags: 40 };
  const summary = { segmentId: '1a2b3c4d-7', number: 7, messageIds: ids, isOpen: false, tokenCounts, ...times };
  const text = {
    segmentId: '1a2b3c4d-7',
    conversationId: 'chat',
    level: CompressionLevel.brief,
    content,
    anchors: [],
    markers: [],
    tokenCount: 200,
    originalTokenCount: 2_000,
    compressedMs: 1,
  };
  return { summary, text };
}

describe('memoryLine', () => {
  const progress = { messages: 12_000, segments: 1, bytesDone: 41_000 };

  it('tells messages, segments, the share of the file, and the rate', () => {
    expect(memoryLine(progress, { totalBytes: 100_000, elapsedMs: 3_000 })).toBe(
      'Adding 12,000 messages, 1 segment, 41%, 4,000 messages/s',
    );
  });

  it('tells no share of what has no size, and no rate at once', () => {
    expect(memoryLine(progress, { totalBytes: undefined, elapsedMs: 10 })).toBe('Adding 12,000 messages, 1 segment');
  });
});

describe('shellWord', () => {
  it.each([
    ['chat-2.a', 'chat-2.a'],
    ['a b', "'a b'"],
    ["it's", `'it'\\''s'`],
    ['--head', "'--head'"],
    ['$(x)', "'$(x)'"],
    ['', "''"],
    ['a\u001bb', "'a\\x1bb'"],
  ])('writes %j as one word', (value, word) => {
    expect(shellWord(value)).toBe(word);
  });
});

describe('segmentPage', () => {
  it('has id, messages, times and tokens above the text', () => {
    const times = { startedMs: Date.UTC(2026, 2, 4, 9), endedMs: Date.UTC(2026, 2, 4, 9, 30) };

    expect(segmentPage(aSegment(['m1', 'm2', 'm3'], times, 'User: Hello.'), layout)).toBe(
      '1a2b3c4d-7  m1 … m3 · 2026-03-04 09:00 to 2026-03-04 09:30 · 200 of 2,000 tokens\nUser: Hello.',
    );
  });

  it('shows one message, one time or none, and nothing that moves the cursor', () => {
    const startedMs = Date.UTC(2026, 2, 4, 9);

    expect(segmentPage(aSegment(['m\u001b1'], { startedMs }, 'a\u202eb'), layout)).toBe(
      '1a2b3c4d-7  m\\x1b1 · 2026-03-04 09:00 · 200 of 2,000 tokens\na\\u202eb',
    );
    expect(segmentPage(aSegment([], {}, ''), layout)).toBe('1a2b3c4d-7  200 of 2,000 tokens\n');
  });
});
