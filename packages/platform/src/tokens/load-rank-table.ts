import type { TokenEncoding } from '@lexichord/abstractions';
import { joinFilterBytes } from './character-joins.js';
import { RankTable } from './rank-table.js';
import { readTokenAsset, readWords } from './token-assets.js';

const magic = 0x4b54584c;
const version = 1;
const headerNumbers = 4;

const loaded = new Map<TokenEncoding, RankTable>();

/**
 * The rank table of an encoding, read at the first call and then shared by every counter of the process.
 * @throws {LexichordError} `io-failed` if the asset is missing or damaged
 */
export function loadRankTable(encoding: TokenEncoding): RankTable {
  const known = loaded.get(encoding);
  if (known) return known;
  const table = readRankTable(encoding);
  loaded.set(encoding, table);
  return table;
}

function readRankTable(name: string): RankTable {
  const { header, body } = readTokenAsset(`${name}.bin`, magic, version, headerNumbers);
  const [slotCount = 0, arenaBytes = 0, pairCount = 0, maxTokenBytes = 0] = header;
  const filterStart = slotCount * 4;
  const arenaStart = filterStart + slotCount;
  const arenaEnd = arenaStart + arenaBytes;
  const joinsStart = arenaEnd + pairCount * 2;
  return new RankTable({
    slots: readWords(body.subarray(0, filterStart)),
    filter: body.subarray(filterStart, arenaStart),
    // With what follows it, since tokens are read four bytes at a time.
    arena: new DataView(body.buffer, body.byteOffset + arenaStart, body.length - arenaStart),
    porousPairs: body.subarray(arenaEnd, joinsStart),
    joins: body.subarray(joinsStart, joinsStart + joinFilterBytes),
    maxTokenBytes,
  });
}
