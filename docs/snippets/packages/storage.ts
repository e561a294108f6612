import { enterWorkspace } from '../enter-workspace.js';

enterWorkspace();
const queryVector = Array.from({ length: 512 }, (_, index) => (index === 0 ? 1 : 0));
const rows = [10, 200].map((startLine) => ({
  id: `src/a.ts:${startLine}`,
  filePath: 'src/a.ts',
  startLine,
  tokens: 'parse token',
  vector: queryVector,
}));
const use = console.log;

// #region tables
import 'reflect-metadata';
import { createPinoLogger, RandomIdSource, SystemClock } from '@lexichord/platform';
import { and, atLeast, column, defineTable, openDatabase, startsWith } from '@lexichord/storage';

const chunks = defineTable({
  name: 'chunks',
  version: 1,
  key: 'id',
  columns: {
    id: column.string(),
    filePath: column.string(),
    startLine: column.int32(),
    symbol: column.optional(column.string()),
    tokens: column.string(),
    vector: column.vector(512),
  },
  textColumns: ['tokens'],
  derived: true,
});

const clock = new SystemClock();
const logger = createPinoLogger({ clock, levels: { level: 'warn' } });
const database = openDatabase(
  { address: '.lexichord/db', baseFolder: process.cwd() },
  { clock, logger, idSource: new RandomIdSource() },
);

const table = await database.table(chunks);
await table.upsert(rows);
const hits = await table.textSearch(['parse', 'token'], { column: 'tokens', limit: 100, columns: ['id', 'filePath'] });
const near = await table.vectorSearch(queryVector, { limit: 100, where: startsWith('filePath', 'src/') });
for await (const batch of table.scan({ where: and(startsWith('filePath', 'src/'), atLeast('startLine', 10)) }))
  use(batch);
await table.optimize();
await database.dispose();
// #endregion

expect([hits.length, near.length]).toEqual([2, 2]);
