import { crc32 } from 'node:zlib';

import { readPlainFile, replaceFile } from '@lexichord/platform/internal';
import { TextIndex } from '@lexichord/text-index';

import type { ChunkRecord, IndexedFile } from './chunk-record.js';
import type { Corpus } from './corpus.js';

const magic = 'LXSC';
const formatNumber = 2;
/** Magic, format, checksum of all that follows, bytes of the header. */
const startBytes = 16;

/** A larger file is none of ours. */
const maxCorpusBytes = 2_000_000_000;

/** Which state of which tables a corpus is. */
export interface CorpusOrigin {
  /** What the index is made with: corpora of two identities have nothing in common. */
  readonly identity: string;
  /** Of the tables it was made from. */
  readonly fingerprint: string;
}

/** What the file is a copy of, and how its parts are laid out. */
interface Header extends CorpusOrigin {
  readonly dimension: number;
  /** Bytes of each part, in the order in which they follow. */
  readonly parts: readonly number[];
}

/**
 * Writes a corpus beside the tables, from where the next process reads it in a fraction of the time. Readers see the
 * file before or after, never a part.
 */
export async function writeCorpus(path: string, corpus: Corpus, origin: CorpusOrigin): Promise<void> {
  const { files, records, index } = corpus;
  const { postings, vectors } = index.parts;
  const parts = [
    Buffer.from(JSON.stringify([...files])),
    Buffer.from(JSON.stringify(records)),
    Buffer.from(postings.words.join('\n')),
    bytesOf(postings.starts),
    bytesOf(postings.texts),
    bytesOf(postings.counts),
    bytesOf(postings.lengths),
    bytesOf(vectors.scales),
    bytesOf(vectors.numbers),
  ];
  const header: Header = { ...origin, dimension: vectors.dimension, parts: parts.map(({ length }) => length) };
  const headerBytes = Buffer.from(JSON.stringify(header));
  const start = Buffer.alloc(startBytes);
  start.write(magic, 0, 'latin1');
  start.writeUInt32LE(formatNumber, 4);
  const body = [headerBytes, ...parts];
  start.writeUInt32LE(checksumOf(body), 8);
  start.writeUInt32LE(headerBytes.length, 12);
  await replaceFile(path, [start, ...body], { isPrivate: true, isDerived: true });
}

function checksumOf(parts: readonly Buffer[]): number {
  // An empty buffer would begin the sum anew.
  return parts.reduce((sum, part) => (part.length === 0 ? sum : crc32(part, sum)), 0);
}

/** The corpus in a file, perhaps of an older state of the tables; `undefined` unless it is whole and of this identity. */
export async function readCorpus(
  path: string,
  identity: string,
): Promise<{ readonly corpus: Corpus; readonly fingerprint: string } | undefined> {
  try {
    const file = (await readPlainFile(path, maxCorpusBytes))?.bytes;
    if (file === undefined) return undefined;
    if (file.toString('latin1', 0, 4) !== magic || file.readUInt32LE(4) !== formatNumber) return undefined;
    const headerEnd = startBytes + file.readUInt32LE(12);
    const header = JSON.parse(file.toString('utf8', startBytes, headerEnd)) as Header;
    const isWhole = checksumOf([file.subarray(startBytes)]) === file.readUInt32LE(8);
    if (!isWhole || header.identity !== identity) return undefined;
    const corpus = parse(file, headerEnd, header);
    return corpus === undefined ? undefined : { corpus, fingerprint: header.fingerprint };
  } catch {
    // The file is a copy: whatever is wrong with it, the tables are there.
    return undefined;
  }
}

function parse(file: Buffer, bodyStart: number, { dimension, parts }: Header): Corpus | undefined {
  let at = bodyStart;
  const [files, records, words, starts, texts, counts, lengths, scales, numbers] = parts.map((length) => {
    at += length;
    // Copied to a buffer of its own, because a view of larger numbers must begin at a multiple of their size.
    return Uint8Array.from(file.subarray(at - length, at)).buffer;
  });
  if (at !== file.length || numbers === undefined) return undefined;
  const names = Buffer.from(words ?? new ArrayBuffer()).toString('utf8');
  return {
    files: new Map(jsonOf(files) as (readonly [string, IndexedFile])[]),
    records: jsonOf(records) as ChunkRecord[],
    index: new TextIndex({
      postings: {
        words: names === '' ? [] : names.split('\n'),
        starts: new Uint32Array(starts ?? new ArrayBuffer()),
        texts: new Uint32Array(texts ?? new ArrayBuffer()),
        counts: new Uint16Array(counts ?? new ArrayBuffer()),
        lengths: new Uint32Array(lengths ?? new ArrayBuffer()),
      },
      vectors: { dimension, scales: new Float32Array(scales ?? new ArrayBuffer()), numbers: new Int8Array(numbers) },
    }),
  };
}

function jsonOf(bytes: ArrayBuffer | undefined): unknown {
  return JSON.parse(Buffer.from(bytes ?? new ArrayBuffer()).toString('utf8'));
}

function bytesOf(array: Uint32Array | Uint16Array | Float32Array | Int8Array): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength);
}
