import type { Properties, ScoredEntity } from '@lexichord/abstractions';

import { chooseEntities } from './choose-facts.js';

const limits = { minRelevanceScore: 0.4, maxEntities: 10, configuredEntities: 10 };

function scored(type: string, name: string, score: number, properties: Properties): ScoredEntity {
  const source = { documentPath: 'glossary.md', startLine: 1, endLine: 1 };
  const times = { createdMs: 1, modifiedMs: 1 };
  const entity = { id: `${type} ${name}`, type, name, aliases: [], properties, sources: [source], ...times };
  return { entity, score, signals: [], matchedTerms: [] };
}

const term = scored('Term', 'Till', 0.6, { definition: 'Where people pay.' });
const definition = scored('Definition', 'definition of Till', 0.7, { term: 'Till', text: 'Where people pay.' });

describe('chooseEntities', () => {
  it('leaves out a definition whose term is there with the same words, and says so', () => {
    const { chosen, cut } = chooseEntities([definition, term], limits);

    expect(chosen).toEqual([term]);
    expect(cut).toEqual([
      { entityId: definition.entity.id, type: 'Definition', name: 'definition of Till', reason: 'duplicate' },
    ]);
  });

  it('keeps a definition that says something else, or whose term is not relevant', () => {
    const other = scored('Definition', 'other', 0.7, { term: 'Till', text: 'A drawer.' });
    const doubtful = { ...term, score: 0.3 };

    expect(chooseEntities([other, term], limits).chosen).toEqual([other, term]);
    expect(chooseEntities([definition, doubtful], limits).chosen).toEqual([definition]);
  });
});
