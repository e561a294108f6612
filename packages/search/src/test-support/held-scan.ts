import type { IDatabase } from '@lexichord/storage';

/** The next scan of a table, which waits before its first row. */
export interface HeldScan {
  /** Resolves when the scan has begun. */
  readonly begun: Promise<void>;
  readonly release: () => void;
}

/** Lets the next scan of a table that is opened for reading wait. */
export function holdNextScan(database: IDatabase, tableName: string): HeldScan {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const existingTable = database.existingTable.bind(database);
  const opening = jest.spyOn(database, 'existingTable').mockImplementation(async (schema, options) => {
    const table = await existingTable(schema, options);
    if (table === undefined || schema.name !== tableName) return table;
    opening.mockRestore();
    const scan = table.scan.bind(table);
    jest.spyOn(table, 'scan').mockImplementationOnce(async function* (parameters) {
      begin();
      await released;
      yield* scan(parameters);
    } as typeof table.scan);
    return table;
  });
  return { begun, release };
}
