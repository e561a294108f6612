import type { ScoredEntity } from '@lexichord/abstractions';

/** Entities of which another one says everything: a definition whose term is there, with the definition's words. */
export function saidByOthers(entities: readonly ScoredEntity[]): ReadonlySet<ScoredEntity> {
  const said = new Set(entities.map(({ entity: { name, properties } }) => keyOf(name, properties['definition'])));
  return new Set(
    entities.filter(({ entity: { type, properties } }) => {
      const { term, text } = properties;
      return type === 'Definition' && typeof term === 'string' && text !== undefined && said.has(keyOf(term, text));
    }),
  );
}

function keyOf(term: string, definition: unknown): string {
  return JSON.stringify([term, definition]);
}
