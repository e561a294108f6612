import type { KnowledgeFormat, PropertyValue } from '@lexichord/abstractions';

import type { DocumentReading } from '../document-reading.js';
import { readDocument } from '../read-document.js';
import { SourceParser } from '../source/source-parser.js';

/** Its thread lives as long as the spec: loading the parsers takes longer than a small document. */
/** Its limit is one of real time: longer than any machine needs, however busy it is. */
const parser = new SourceParser(600_000);
afterAll(() => parser.end());

/** A document to read, and what lies beside it. */
export interface GivenDocument {
  readonly documentPath?: string;
  readonly format?: KnowledgeFormat;
  readonly beside?: Readonly<Record<string, string>>;
  /** Further files of the import, by path. */
  readonly others?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Reads one document as an import does. */
export async function readText(text: string, given: GivenDocument = {}): Promise<DocumentReading> {
  const { documentPath = 'api.yaml', format, beside, others = {}, signal } = given;
  const readBeside = beside === undefined ? undefined : async (path: string) => beside[path];
  const file = { documentPath, text, format, readBeside };
  const further = Object.entries(others).map(([path, content]) => ({ documentPath: path, text: content }));
  const reading = await readDocument(file, { parser, files: [file, ...further], signal });
  if ('message' in reading) throw new TypeError(reading.message);
  return reading;
}

/** Entities as `Type name`. */
export function namesIn({ entities }: DocumentReading, type?: string): readonly string[] {
  return entities
    .filter((entity) => type === undefined || entity.type === type)
    .map((entity) => `${entity.type} ${entity.name}`);
}

/** Relationships as `from -type-> to`. */
export function relationshipsIn({ relationships }: DocumentReading, type?: string): readonly string[] {
  return relationships
    .filter((relationship) => type === undefined || relationship.type === type)
    .map((relationship) => `${relationship.from.name} -${relationship.type}-> ${relationship.to.name}`);
}

/** Properties of an entity by its name. */
export function propertiesOf(reading: DocumentReading, name: string): Readonly<Record<string, PropertyValue>> {
  const entity = reading.entities.find((candidate) => candidate.name === name);
  if (entity === undefined) throw new TypeError(`There is no ${name} among ${namesIn(reading).join(', ')}`);
  return entity.properties ?? {};
}

/** Problems as `line: message`. */
export function problemsIn({ problems }: DocumentReading): readonly string[] {
  return problems.map(({ line, message }) => `${line}: ${message}`);
}
