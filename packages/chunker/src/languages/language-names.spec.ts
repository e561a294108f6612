import { languageCatalog } from './language-catalog.js';
import { outlinedLanguages } from './language-names.js';

describe('outlinedLanguages', () => {
  it('are those that have rules, no more and no fewer', () => {
    const withRules = languageCatalog.flatMap(({ languages }) => languages);

    expect([...outlinedLanguages].sort()).toEqual([...new Set(withRules)].sort());
  });
});
