import type { AxiomStatement, KnowledgeFile } from '@lexichord/abstractions';
import type { z } from 'zod';

import { axiomStatementProblem } from '../../check/axiom-problem.js';
import { shownName } from '../clean-text.js';
import type { DocumentReading, ReadingContext } from '../document-reading.js';
import { FactCollector } from '../fact-collector.js';
import type { SourceValue } from '../source/source-value.js';
import { takeTurns } from '../take-turns.js';
import {
  factsKeys,
  factsVersion,
  ownRelationshipSchema,
  statedAxiomSchema,
  statedEntitySchema,
  statedRelationshipSchema,
} from './facts-schema.js';

/**
 * Reads user-defined facts, in the format of `facts-schema.ts`. A bad entry is reported, and the others are still read.
 */
export async function readFacts(file: KnowledgeFile, context: ReadingContext): Promise<DocumentReading> {
  const collector = new FactCollector(file.documentPath);
  const { root, problems } = await context.parser.parse(file.text, context.signal);
  for (const { line, message } of problems) collector.addProblem(line, message);
  const isFacts = root.isMap && checkTop(root, collector);
  if (!root.isMap && problems.length === 0) {
    collector.addProblem(1, `A file of facts is a map with ${factsKeys.map((key) => `"${key}"`).join(', ')}.`);
  }
  if (!isFacts) return { ...collector.reading('facts'), isUnreadable: true };
  await takeTurns(factsOf(root, collector), context.signal);
  return collector.reading('facts');
}

/** @returns whether the version can be read */
function checkTop(root: SourceValue, collector: FactCollector): boolean {
  for (const [key, value] of root.entries()) {
    const isKnown = factsKeys.some((known) => known === key);
    if (!isKnown) collector.addProblem(value.startLine, `A file of facts has no ${shownName(key)}; ${keysSentence}.`);
    else if (key !== 'knowledge' && !value.isList && value.value !== null) {
      collector.addProblem(value.startLine, `"${key}" has to be a list.`);
    }
  }
  const version = root.get('knowledge');
  if (version === undefined || version.value === factsVersion) return true;
  collector.addProblem(version.startLine, `"knowledge" is the version of the format and must be ${factsVersion}.`);
  return false;
}

const keysSentence = `it has ${factsKeys.join(', ')}`;

function* factsOf(root: SourceValue, collector: FactCollector): Generator<void> {
  for (const item of root.get('entities')?.items() ?? []) {
    readEntity(item, collector);
    yield;
  }
  for (const item of root.get('relationships')?.items() ?? []) {
    const relationship = parsed(statedRelationshipSchema, item, { value: item.value, what: 'relationship', collector });
    if (relationship !== undefined) collector.addRelationship(relationship, item);
    yield;
  }
  for (const item of root.get('axioms')?.items() ?? []) {
    readAxiom(item, collector);
    yield;
  }
}

function readEntity(item: SourceValue, collector: FactCollector): void {
  // A bad nested relationship does not affect the entity.
  const value = item.isMap ? withoutRelationships(item.value) : item.value;
  const entity = parsed(statedEntitySchema, item, { value, what: 'entity', collector });
  if (entity === undefined) return;
  const key = { type: entity.type, name: entity.name };
  if (collector.hasEntity(key)) {
    collector.addWarning(
      item.startLine,
      `The entity ${key.type} ${shownName(key.name)} occurs twice; both were merged.`,
    );
  }
  const from = collector.addEntity(entity, item);
  const relationships = item.get('relationships');
  if (relationships !== undefined && !relationships.isList) {
    collector.addProblem(relationships.startLine, '"relationships" must be a list.');
  }
  for (const item of relationships?.items() ?? []) {
    const relationship = parsed(ownRelationshipSchema, item, { value: item.value, what: 'relationship', collector });
    if (relationship !== undefined) collector.addRelationship({ ...relationship, from }, item);
  }
}

function withoutRelationships(value: unknown): unknown {
  return Object.fromEntries(Object.entries(value as object).filter(([key]) => key !== 'relationships'));
}

function readAxiom(item: SourceValue, collector: FactCollector): void {
  const axiom = parsed(statedAxiomSchema, item, { value: item.value, what: 'axiom', collector });
  if (axiom === undefined) return;
  const statement = { ...axiom, source: collector.sourceOf(item) } as AxiomStatement;
  const problem = axiomStatementProblem(statement);
  if (problem === undefined) collector.addAxiom(statement, item);
  else
    collector.addProblem((item.get('condition') ?? item).startLine, `The axiom ${shownName(axiom.name)}: ${problem}.`);
}

/** Parses an entry by a schema; a mistake is reported at its line. */
function parsed<Schema extends z.ZodType>(
  schema: Schema,
  item: SourceValue,
  { value, what, collector }: { readonly value: unknown; readonly what: string; readonly collector: FactCollector },
): z.infer<Schema> | undefined {
  const { data, error } = schema.safeParse(value);
  if (error === undefined) return data;
  for (const { path, message } of error.issues.slice(0, 3)) {
    const keys = path.map(String);
    const location = keys.length === 0 ? '' : ` at ${shownName(keys.join('.'))}`;
    collector.addProblem(item.nearest(keys).startLine, `This ${what} is invalid${location}: ${message}.`);
  }
  return undefined;
}
