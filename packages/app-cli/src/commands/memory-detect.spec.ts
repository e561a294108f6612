import { readShownContext } from './memory-detect.js';

describe('readShownContext', () => {
  it('takes the JSON of an assembly', () => {
    const metadata = { conversationId: 'chat', segments: [{ segmentId: 's-1', level: 2, messageIds: ['m0'] }] };
    const fragments = [
      { sourceId: 'document', label: 'Document', content: 'Text.' },
      { sourceId: 'conversation', label: 'Conversation', content: 'Said.', metadata },
      { sourceId: 'broken' },
      null,
    ];

    const shown = readShownContext(JSON.stringify({ fragments }), 'other');

    expect(shown.fragments).toMatchObject([
      { sourceId: 'document', content: 'Text.' },
      { sourceId: 'conversation', content: 'Said.', metadata },
    ]);
  });

  it('takes the JSON of a recall, with levels by their names', () => {
    const segments = [{ segmentId: 's-1', level: 'brief', messageIds: ['m0'] }, { level: 'most' }, 'odd'];

    const shown = readShownContext(JSON.stringify({ content: 'Said.', segments }), 'chat');

    expect(shown.fragments).toMatchObject([
      {
        sourceId: 'conversation',
        content: 'Said.',
        metadata: { conversationId: 'chat', segments: [{ segmentId: 's-1', level: 2 }, { level: 'most' }, 'odd'] },
      },
    ]);
  });

  it.each(['Just a text.', '{"other": 1}', '[1]', '{ broken', 'null'])('takes %j as it stands', (text) => {
    expect(readShownContext(text, 'chat').fragments).toMatchObject([{ sourceId: 'conversation', content: text }]);
  });

  it.each(['', ' \n'])('takes nothing for nothing', (text) => {
    expect(readShownContext(text, 'chat').fragments).toEqual([]);
  });
});
