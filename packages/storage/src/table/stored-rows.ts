import type { Table as NativeTable } from '@lancedb/lancedb';
import type { RecordBatch, Schema } from 'apache-arrow';

import type { TableFragment } from '../database/manifest.js';
import { decodeRows, without } from '../rows/decode-rows.js';
import type { RowShape } from '../rows/encode-rows.js';
import { checksumColumn, rowChecksum } from '../rows/row-checksum.js';
import { columnsOf, keyOf } from '../schema/arrow-schema.js';
import type { ColumnDefinition } from '../schema/column.js';

type Row = Readonly<Record<string, unknown>>;

/** Reads a table without its schema. */
export class StoredRows {
  /** Columns without the checksum. */
  readonly columns: Readonly<Record<string, ColumnDefinition>>;
  readonly storedColumns: Readonly<Record<string, ColumnDefinition>>;
  /** Columns covered by checksums, sorted; `undefined` for rows without checksums. */
  readonly checksumNames: readonly string[] | undefined;
  readonly key: string;

  /** @throws {LexichordError} `storage-failed` for columns of unsupported types */
  constructor(readonly schema: Schema) {
    this.key = keyOf(schema);
    this.storedColumns = columnsOf(schema);
    const { [checksumColumn]: checksum, ...columns } = this.storedColumns;
    this.columns = checksum === undefined ? this.storedColumns : columns;
    this.checksumNames = checksum === undefined ? undefined : Object.keys(columns).sort();
  }

  /** The shape for writing these rows to a table. */
  shapeOf(name: string): RowShape {
    const { key, columns, storedColumns, checksumNames } = this;
    return { name, key, columns, storedColumns, checksumNames };
  }

  /** Reads the intact rows of a fragment; rows that cannot be read are skipped. */
  async readFragment(native: NativeTable, { id, rows: count }: TableFragment): Promise<readonly Row[]> {
    const rows: Row[] = [];
    for (let start = 0; start < count; start += rowsAtOnce) {
      const end = Math.min(start + rowsAtOnce, count);
      const addresses = Array.from({ length: end - start }, (_, index) => addressOf(id, start + index));
      try {
        for await (const batch of native.takeRowIds(addresses)) {
          rows.push(...this.decode(batch).filter((row) => this.isUnaltered(row)));
        }
      } catch {
        // The readable rows of the other fragments are returned.
      }
    }
    return rows.map((row) => this.withoutChecksum(row));
  }

  /** Number of rows of a batch with a wrong checksum; 0 for rows without checksums. */
  countAltered(batch: RecordBatch): number {
    if (this.checksumNames === undefined) return 0;
    return this.decode(batch).filter((row) => !this.isUnaltered(row)).length;
  }

  private decode(batch: RecordBatch): readonly Row[] {
    return decodeRows(batch, this.storedColumns, Object.keys(this.storedColumns));
  }

  private isUnaltered(row: Row): boolean {
    return this.checksumNames === undefined || row[checksumColumn] === rowChecksum(row, this.checksumNames);
  }

  private withoutChecksum(row: Row): Row {
    return this.checksumNames === undefined ? row : without(row, checksumColumn);
  }
}

const rowsAtOnce = 4_096;

/** Address of a row in the store: its fragment and its offset in that. */
function addressOf(fragmentId: number, offset: number): bigint {
  return (BigInt(fragmentId) << 32n) | BigInt(offset);
}
