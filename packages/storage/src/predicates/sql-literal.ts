import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import type { ColumnDefinition } from '../schema/column.js';
import { fitsColumn } from '../schema/column-value.js';
import { toStoredString } from '../rows/stored-string.js';

/** A string literal. The doubled quote is the only escape in the store's dialect. */
export function sqlString(value: string): string {
  return `'${toStoredString(value).replaceAll("'", "''")}'`;
}

/** A column name in an expression. Names of a checked schema need no escaping. */
export function sqlColumn(name: string): string {
  return `\`${name}\``;
}

/**
 * A value as a literal of its column's type.
 *
 * @throws {LexichordError} `invalid-argument` for a value that the column cannot hold
 */
export function sqlLiteral(name: string, definition: ColumnDefinition, value: unknown): string {
  if (!fitsColumn(definition, value)) {
    throw new LexichordError(
      ErrorCode.invalidArgument,
      `Column "${name}" holds ${definition.kind} values and cannot be compared with this ${typeof value}.`,
      { details: { column: name, kind: definition.kind } },
    );
  }
  if (typeof value === 'string') return sqlString(value);
  if (typeof value !== 'number') return value === true ? '1' : '0';
  if (definition.kind === 'timestamp') return `to_timestamp_millis(${value})`;
  // Without the cast, 1 would be an integer and 1e21 might not parse as a double.
  return definition.kind === 'float64' ? `CAST('${value}' AS DOUBLE)` : String(value);
}
