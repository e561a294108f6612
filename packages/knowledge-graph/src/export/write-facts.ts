import type {
  Axiom,
  AxiomCondition,
  EntityKey,
  KnowledgeEntity,
  KnowledgeRelationship,
  Properties,
} from '@lexichord/abstractions';
import { compareText, groupBy } from '@lexichord/platform/internal';

import type { CurrentFacts } from '../graph/knowledge-graph.js';
import { factsVersion } from '../import/facts/facts-schema.js';

/** Writes facts as JSON, indented by two spaces. */
export function writeJson(facts: ExportedFacts): string {
  return `${JSON.stringify(facts, undefined, 2)}\n`;
}

/** Lines of white space at the start of a text. */
const blankBeginning = /^(?:[ \t]*\n)*[ \t]+\n/;

/**
 * Writes facts as YAML that parsers of YAML 1.1 also understand. Entity by entity: the document of a whole graph would
 * take many times its text in memory.
 */
export async function writeYaml({ knowledge, entities, axioms = [] }: ExportedFacts): Promise<string> {
  const { Document, Scalar, visit } = await import('yaml');
  const item = (value: unknown): string => {
    const document = new Document([value], { compat: 'yaml-1.1', aliasDuplicateObjects: false });
    visit(document, {
      Scalar: (_, node) => {
        // The library writes these as blocks that it reads with less white space.
        if (typeof node.value === 'string' && blankBeginning.test(node.value)) node.type = Scalar.QUOTE_DOUBLE;
      },
    });
    // Lines without content stay empty, so that no line ends in white space. Only LF ends a line: other positions at
    // which JavaScript's own ^ matches (after CR, U+2028 and U+2029) are inside a text.
    return document.toString({ lineWidth: 0 }).replaceAll(/(^|\n)(?=[^\n])/g, '$1  ');
  };
  const list = (key: string, values: readonly unknown[]): string[] =>
    values.length === 0 ? [`${key}: []\n`] : [`${key}:\n`, ...values.map(item)];
  return [
    `knowledge: ${knowledge}\n`,
    ...list('entities', entities),
    ...(axioms.length === 0 ? [] : list('axioms', axioms)),
  ].join('');
}

/** Facts in the form of a file of facts, for another import. Empty fields are left out. */
export interface ExportedFacts {
  readonly knowledge: number;
  readonly entities: readonly ExportedEntity[];
  readonly axioms?: readonly ExportedAxiom[] | undefined;
}

/** An entity, with the relationships that start at it. */
interface ExportedEntity extends EntityKey {
  readonly aliases?: readonly string[];
  readonly properties?: Properties;
  readonly relationships?: readonly ExportedRelationship[];
}

/** A relationship as listed at its start. */
interface ExportedRelationship {
  readonly type: string;
  readonly to: EntityKey;
  readonly properties?: Properties;
}

/** A rule. */
export interface ExportedAxiom {
  readonly name: string;
  readonly description?: string;
  readonly targetType: string;
  readonly severity: Axiom['severity'];
  readonly isEnabled?: false;
  readonly condition: AxiomCondition;
}

/** Converts facts for export, in their order. Both ends of each relationship are among the entities. */
export function exportFacts({ entities, relationships, axioms }: CurrentFacts): ExportedFacts {
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const byStart = groupBy(relationships, ({ fromEntityId }) => fromEntityId);
  return {
    knowledge: factsVersion,
    entities: entities.map((entity) => exportEntity(entity, byStart.get(entity.id) ?? [], byId)),
    ...(axioms.length === 0 ? {} : { axioms: axioms.map(exportAxiom) }),
  };
}

function exportEntity(
  { type, name, aliases, properties }: KnowledgeEntity,
  starting: readonly KnowledgeRelationship[],
  byId: ReadonlyMap<string, KnowledgeEntity>,
): ExportedEntity {
  const relationships = starting
    .flatMap((relationship) => exportRelationship(relationship, byId))
    .sort(compareRelationships);
  return {
    type,
    name,
    ...(aliases.length === 0 ? {} : { aliases }),
    ...propertiesUnlessEmpty(properties),
    ...(relationships.length === 0 ? {} : { relationships }),
  };
}

function exportRelationship(
  { type, toEntityId, properties }: KnowledgeRelationship,
  byId: ReadonlyMap<string, KnowledgeEntity>,
): readonly ExportedRelationship[] {
  const end = byId.get(toEntityId);
  if (end === undefined) return [];
  return [{ type, to: { type: end.type, name: end.name }, ...propertiesUnlessEmpty(properties) }];
}

/** Compares by name rather than by id, which is a hash, so that a change stays local in a comparison of two exports. */
function compareRelationships(a: ExportedRelationship, b: ExportedRelationship): number {
  return compareText(a.type, b.type) || compareText(a.to.type, b.to.type) || compareText(a.to.name, b.to.name);
}

function propertiesUnlessEmpty(properties: Properties): { readonly properties?: Properties } {
  return Object.keys(properties).length === 0 ? {} : { properties };
}

function exportAxiom({ name, description, targetType, severity, isEnabled, condition }: Axiom): ExportedAxiom {
  return {
    name,
    ...(description === '' ? {} : { description }),
    targetType,
    severity,
    ...(isEnabled ? {} : { isEnabled }),
    condition,
  };
}
