import { CompressionLevel } from '@lexichord/abstractions';

import { furtherLevels, levelName } from './segment-levels.js';

describe('furtherLevels', () => {
  it('are the next level and Full', () => {
    const { tags, brief, detailed, full } = CompressionLevel;

    expect([tags, brief, detailed, full].map(furtherLevels)).toEqual([[brief, full], [detailed, full], [full], []]);
  });
});

describe('levelName', () => {
  it('is capitalised', () => {
    expect(Object.values(CompressionLevel).map(levelName)).toEqual(['Full', 'Detailed', 'Brief', 'Tags']);
  });
});
