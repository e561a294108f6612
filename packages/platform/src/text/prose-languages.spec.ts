import { isProse } from './prose-languages.js';

describe('isProse', () => {
  it('tells text for people from code', () => {
    expect(['markdown', 'asciidoc', 'typescript', 'json'].map(isProse)).toEqual([true, true, false, false]);
  });
});
