import { createHash } from 'node:crypto';
import { ErrorCode, type FactSource, LexichordError, type Properties } from '@lexichord/abstractions';
import type { ColumnBatch } from '@lexichord/storage/internal';

import { type FactPayload, parsePayload, writePayload } from './fact-payload.js';
import { type FactRow, factTableName } from './fact-tables.js';
import { type FactKind, type Statement, toStatement } from './statement.js';

/** The columns of a statement that are read. */
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

const noProperties: Properties = {};
const noAliases: readonly string[] = [];

/** Converts a workspace's statements to rows. */
export class RowWriter {
  /** Hashes, because paths may be long, and every write reads every key of the table. */
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

/** Reads statements from rows, and shares equal strings between them. */
export class StatementReader {
  private readonly common = new Map<string, string>();

  /** @throws {LexichordError} `storage-failed` for a malformed row */
  read({ read }: ColumnBatch<StatementRow>, index: number): Statement {
    const [id, kind] = [read.id(index), read.kind(index)];
    const payload = parsePayload(read.payload(index));
    if (payload === undefined) throw unreadable({ id, kind });
    const documentPath = this.shared(read.documentPath(index));
    const first = { documentPath, startLine: read.startLine(index), endLine: read.endLine(index) };
    const { moreLines } = payload;
    const sources = moreLines === undefined ? [first] : [first, ...furtherSources(documentPath, moreLines)];
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
    const cached = this.common.get(text);
    if (cached !== undefined) return cached;
    this.common.set(text, text);
    return text;
  }
}

function furtherSources(documentPath: string, moreLines: Required<FactPayload>['moreLines']): readonly FactSource[] {
  return moreLines.map(([startLine, endLine]) => ({ documentPath, startLine, endLine }));
}

/** Rows in the form of a scanned batch. */
export function toBatch(rows: readonly FactRow[]): ColumnBatch<FactRow> {
  const column = <Name extends keyof FactRow>(name: Name): [Name, (index: number) => FactRow[Name] | undefined] => [
    name,
    (index) => rows[index]?.[name],
  ];
  const read = Object.fromEntries(
    ['key', 'workspace', ...statementColumns].map((name) => column(name as keyof FactRow)),
  );
  return { length: rows.length, read: read as unknown as ColumnBatch<FactRow>['read'] };
}

/** The columns of a row that a message may show. */
type RowName = Pick<FactRow, 'id' | 'kind'>;

function unreadable({ id, kind }: RowName): LexichordError {
  return new LexichordError(
    ErrorCode.storageFailed,
    `A fact in table "${factTableName}" cannot be read. Run "lexichord doctor --repair", which copies the table and removes such facts, and import the documents again.`,
    { details: { table: factTableName, kind: kind.slice(0, 40), id: id.slice(0, 40) } },
  );
}
