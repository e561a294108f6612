import { CompressionLevel } from '@lexichord/abstractions';

import { furtherLevels, levelName } from './segment-levels.js';

describe('furtherLevels', () => {
  it('are the next level and Full', () => {
    const { tags, brief, detailed, full } = CompressionLevel;

    const further = [tags, brief, detailed].map((level) => furtherLevels(level));
    expect(further).toEqual([[brief, full], [detailed, full], [full]]);
    expect([furtherLevels(tags, brief), furtherLevels(tags, full)]).toEqual([[detailed, full], []]);
  });

  it('are the whole segment where the prompt has messages of it, until it is there', () => {
    const { full } = CompressionLevel;

    expect([furtherLevels(full), furtherLevels(full, full)]).toEqual([[full], []]);
  });
});

describe('levelName', () => {
  it('is capitalised', () => {
    expect(Object.values(CompressionLevel).map(levelName)).toEqual(['Full', 'Detailed', 'Brief', 'Tags']);
  });
});
