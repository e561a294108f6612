import { createHash } from 'node:crypto';
import {
  type AxiomCondition,
  type AxiomSeverity,
  ErrorCode,
  type FactSource,
  LexichordError,
  type Properties,
} from '@lexichord/abstractions';

import type { ColumnBatch } from '@lexichord/storage';

import { type FactRow, factTableName } from './fact-tables.js';
import { type FactKind, type StatedFact, type Statement, toStated, toStatement } from './statement.js';

/** What is read of a row that is a statement. */
export const statementColumns = [
  'kind',
  'id',
  'type',
  'name',
  'fromEntityId',
  'toEntityId',
  'documentPath',
  'startLine',
  'endLine',
  'payload',
  'createdMs',
  'validFromMs',
  'validUntilMs',
] as const;

type StatementRow = Pick<FactRow, (typeof statementColumns)[number]>;

/** All that has no column of its own. */
interface Payload {
  readonly aliases?: readonly string[];
  readonly properties?: Properties;
  readonly description?: string;
  readonly condition?: AxiomCondition;
  readonly severity?: AxiomSeverity;
  readonly isEnabled?: boolean;
  /** First and last line of the places after the first. */
  readonly moreLines?: readonly (readonly [number, number])[];
}

const nothing: Payload = {};
const noProperties: Properties = {};
const noAliases: readonly string[] = [];

/** Makes rows of a workspace's statements. */
export class RowWriter {
  /** Paths may be long, and every key of the table is read for every write. */
  private readonly documentHashes = new Map<string, string>();

  constructor(private readonly workspace: string) {}

  toRow(statement: Statement): FactRow {
    const { kind, documentPath, sources, createdMs, validFromMs, validUntilMs, fact } = statement;
    const [first] = sources;
    return {
      key: `${fact.id}-${this.documentHash(documentPath)}-${validFromMs}`,
      workspace: this.workspace,
      kind,
      id: fact.id,
      type: kind === 'axiom' ? statement.fact.targetType : statement.fact.type,
      name: kind === 'relationship' ? '' : statement.fact.name,
      fromEntityId: kind === 'relationship' ? statement.fact.fromEntityId : '',
      toEntityId: kind === 'relationship' ? statement.fact.toEntityId : '',
      documentPath,
      startLine: first?.startLine ?? 1,
      endLine: first?.endLine ?? 1,
      payload: writePayload(statement),
      createdMs,
      validFromMs,
      validUntilMs,
    };
  }

  private documentHash(documentPath: string): string {
    let hash = this.documentHashes.get(documentPath);
    if (hash === undefined) {
      hash = createHash('sha256').update(documentPath, 'utf16le').digest('hex').slice(0, 16);
      this.documentHashes.set(documentPath, hash);
    }
    return hash;
  }
}

function writePayload(statement: Statement): string {
  const more = statement.sources.slice(1).map(({ startLine, endLine }) => [startLine, endLine]);
  const told = payloadOf(toStated(statement));
  const payload = more.length === 0 ? told : { ...told, moreLines: more };
  return Object.keys(payload).length === 0 ? '' : JSON.stringify(payload);
}

/** Reads statements from rows; few strings for what many rows have in common. */
export class StatementReader {
  private readonly common = new Map<string, string>();

  /** @throws {LexichordError} `storage-failed` for a row that nobody can have written */
  read({ read }: ColumnBatch<StatementRow>, index: number): Statement {
    const [id, kind] = [read.id(index), read.kind(index)];
    const payload = readPayload(read.payload(index), { id, kind });
    const documentPath = this.shared(read.documentPath(index));
    const first = { documentPath, startLine: read.startLine(index), endLine: read.endLine(index) };
    const { moreLines } = payload;
    const sources = moreLines === undefined ? [first] : [first, ...furtherPlaces(documentPath, moreLines)];
    const stated = { id, documentPath, sources };
    const validity = {
      createdMs: read.createdMs(index),
      validFromMs: read.validFromMs(index),
      validUntilMs: read.validUntilMs(index),
    };
    const type = this.shared(read.type(index));
    const { aliases = noAliases, properties = noProperties } = payload;
    switch (kind as FactKind) {
      case 'entity': {
        const content = { type, name: read.name(index), aliases, properties };
        return toStatement({ kind: 'entity', ...stated, content }, validity);
      }
      case 'relationship': {
        const ends = {
          fromEntityId: this.shared(read.fromEntityId(index)),
          toEntityId: this.shared(read.toEntityId(index)),
        };
        return toStatement({ kind: 'relationship', ...stated, content: { type, ...ends, properties } }, validity);
      }
      case 'axiom': {
        const { description, condition, severity, isEnabled = true } = payload;
        if (description === undefined || condition === undefined || severity === undefined) {
          throw unreadable({ id, kind });
        }
        const content = { name: read.name(index), targetType: type, description, condition, severity, isEnabled };
        return toStatement({ kind: 'axiom', ...stated, content }, validity);
      }
      default:
        throw unreadable({ id, kind });
    }
  }

  private shared(text: string): string {
    const known = this.common.get(text);
    if (known !== undefined) return known;
    this.common.set(text, text);
    return text;
  }
}

/** What is said, but for what identifies the fact: two statements that say the same have equal JSON of it. */
export function payloadOf({ kind, content }: StatedFact): Payload {
  if (kind === 'axiom') {
    const { description, condition, severity, isEnabled } = content;
    return { description, condition, severity, isEnabled };
  }
  const { properties } = content;
  const aliases = kind === 'entity' ? content.aliases : noAliases;
  return {
    ...(aliases.length === 0 ? {} : { aliases }),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
  };
}

function readPayload(text: string, row: RowName): Payload {
  if (text === '') return nothing;
  try {
    return JSON.parse(text) as Payload;
  } catch (error) {
    throw unreadable(row, error);
  }
}

function furtherPlaces(documentPath: string, moreLines: Required<Payload>['moreLines']): readonly FactSource[] {
  return moreLines.map(([startLine, endLine]) => ({ documentPath, startLine, endLine }));
}

/** What a message may tell of a row. */
type RowName = Pick<FactRow, 'id' | 'kind'>;

function unreadable({ id, kind }: RowName, cause?: unknown): LexichordError {
  return new LexichordError(
    ErrorCode.storageFailed,
    `A fact in table "${factTableName}" cannot be read. Run "lexichord doctor", and import the documents again.`,
    { details: { table: factTableName, kind: kind.slice(0, 40), id: id.slice(0, 40) }, cause },
  );
}
