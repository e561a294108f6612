import { describeDoubt } from './describe-doubt.js';
import type { SearchHit } from './semantic-search-service.js';

const hit: SearchHit = {
  filePath: 'a.ts',
  startLine: 1,
  endLine: 2,
  content: 'one\ntwo\n',
  score: 0.2,
  headingPath: [],
  language: 'typescript',
};

describe('describeDoubt', () => {
  it('says how many of such queries are answered', () => {
    expect(describeDoubt({ hits: [hit], confidence: 0.18 })).toBe(
      'What the search found is doubtful: of queries with hits like these, about 2 in 10 are answered. ' +
        'Name a file, a function or a message that occurs in the code.',
    );
  });

  it('says at least one in ten', () => {
    expect(describeDoubt({ hits: [hit], confidence: 0.001 })).toContain('about 1 in 10');
  });

  it('says nothing of hits that may well be an answer, or of a service that cannot tell', () => {
    expect(describeDoubt({ hits: [hit], confidence: 0.3 })).toBeUndefined();
    expect(describeDoubt({ hits: [hit] })).toBeUndefined();
  });

  it('says nothing without hits, or where a name is said to be absent', () => {
    expect(describeDoubt({ hits: [], confidence: 0 })).toBeUndefined();
    expect(describeDoubt({ hits: [hit], confidence: 0.1, absentNames: [{ name: 'fooBar' }] })).toBeUndefined();
  });
});
