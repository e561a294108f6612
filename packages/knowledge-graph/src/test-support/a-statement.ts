import type {
  AxiomStatement,
  EntityKey,
  EntityStatement,
  FactSource,
  RelationshipStatement,
} from '@lexichord/abstractions';

/** A place in a document: `in 'api.yaml:3'` or `'api.yaml:3-7'`. */
export function at(location: string): FactSource {
  const [, documentPath = '', start = '1', end = start] = /^(.*?)(?::(\d+)(?:-(\d+))?)?$/su.exec(location) ?? [];
  return { documentPath, startLine: Number(start), endLine: Number(end) };
}

/** An entity of which a test names only what matters: `'Endpoint GET /pets'`, stated in a document. */
export function anEntity(
  named: string,
  place = 'a.md',
  more: Partial<Pick<EntityStatement, 'aliases' | 'properties'>> = {},
): EntityStatement {
  return { ...aKey(named), ...more, source: at(place) };
}

/** A relationship: `aRelationship('Service Shop has-endpoint Endpoint GET /pets')`. */
export function aRelationship(
  sentence: string,
  place = 'a.md',
  more: Partial<Pick<RelationshipStatement, 'properties'>> = {},
): RelationshipStatement {
  const [, from = '', type = '', to = ''] = /^(.*?) ([a-z]+(?:-[a-z]+)+) (.*)$/su.exec(sentence) ?? [];
  return { type, from: aKey(from), to: aKey(to), ...more, source: at(place) };
}

/** A rule: every entity of the type has a summary. */
export function anAxiom(name: string, more: Partial<AxiomStatement> = {}): AxiomStatement {
  return {
    name,
    description: `About ${name}.`,
    targetType: 'Endpoint',
    condition: { kind: 'required-property', property: 'summary' },
    severity: 'warning',
    isEnabled: true,
    source: at('rules.yaml'),
    ...more,
  };
}

/** Type, a space, name. */
export function aKey(named: string): EntityKey {
  const space = named.indexOf(' ');
  return { type: named.slice(0, space), name: named.slice(space + 1) };
}
