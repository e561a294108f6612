import { crc32 } from 'node:zlib';

import { readPlainFile, replaceFile } from '@lexichord/platform/internal';
import { type Postings, TextIndex } from '@lexichord/text-index';

import type { IndexedFile } from './chunk-record.js';
import { type CompactRecords, compactRecords, expandRecords } from './compact-records.js';
import type { Corpus } from './corpus.js';

const magic = 'LXSC';
const formatNumber = 3;
/** Magic, format, checksum of all that follows, bytes of the header. */
const startBytes = 16;

const partCount = 9;
type FileParts = readonly [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];

/** Maximum size of the file; a larger one is ignored. */
const maxCorpusBytes = 2_000_000_000;

/** Identifies the tables of a corpus, and their state. */
export interface CorpusOrigin {
  /** Rules and provider of the index: corpora of two identities have nothing in common. */
  readonly identity: string;
  /** Fingerprint of its tables. */
  readonly fingerprint: string;
}

/** Header of the file: the copied tables and the layout of the parts. */
interface Header extends CorpusOrigin {
  readonly dimension: number;
  /** Bytes of each part, in the order of the parts. */
  readonly parts: readonly number[];
}

/**
 * Writes a corpus beside the tables; the next process reads it in a fraction of the time. Readers see the old or the
 * new file, never a part.
 */
export async function writeCorpus(path: string, corpus: Corpus, origin: CorpusOrigin): Promise<void> {
  const { files, records, index } = corpus;
  const { postings, vectors } = index.parts;
  const parts = [
    encodeJoined(jsonTexts(files), { start: '[', between: ',', end: ']' }),
    encodeJoined(jsonTexts(compactRecords(records)), { start: '[', between: ',', end: ']' }),
    encodeJoined(postings.words, { start: '', between: '\n', end: '' }),
    [bytesOf(postings.starts)],
    [bytesOf(postings.texts)],
    [bytesOf(postings.counts)],
    [bytesOf(postings.lengths)],
    [bytesOf(vectors.scales)],
    [bytesOf(vectors.numbers)],
  ];
  const header: Header = { ...origin, dimension: vectors.dimension, parts: parts.map(sizeOf) };
  const headerBytes = Buffer.from(JSON.stringify(header));
  const start = Buffer.alloc(startBytes);
  start.write(magic, 0, 'latin1');
  start.writeUInt32LE(formatNumber, 4);
  const body = [headerBytes, ...parts.flat()];
  start.writeUInt32LE(checksumOf(body), 8);
  start.writeUInt32LE(headerBytes.length, 12);
  await replaceFile(path, [start, ...body], { isPrivate: true, isDerived: true });
}

function* jsonTexts(items: Iterable<unknown>): Generator<string> {
  for (const item of items) yield JSON.stringify(item);
}

/** Minimum size of an encoded piece of a part, in UTF-16 units. */
const minPieceUnits = 1 << 20;

/**
 * Encodes joined texts in UTF-8, in pieces: as one string, the records of a large index take several times the memory.
 *
 * @param signs before, between and after the texts
 */
function encodeJoined(
  texts: Iterable<string>,
  signs: { readonly start: string; readonly between: string; readonly end: string },
): readonly Buffer[] {
  const pieces: Buffer[] = [];
  let piece = signs.start;
  let isFirst = true;
  for (const text of texts) {
    piece += isFirst ? text : signs.between + text;
    isFirst = false;
    if (piece.length < minPieceUnits) continue;
    pieces.push(Buffer.from(piece));
    piece = '';
  }
  pieces.push(Buffer.from(piece + signs.end));
  return pieces;
}

function sizeOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

function checksumOf(parts: readonly Buffer[]): number {
  // An empty buffer would restart the sum.
  return parts.reduce((sum, part) => (part.length === 0 ? sum : crc32(part, sum)), 0);
}

/** Reads a corpus, possibly of an older state of the tables; `undefined` unless it is intact and of this identity. */
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
    // The file is a copy: if it is damaged, the tables are read.
    return undefined;
  }
}

function parse(file: Buffer, bodyStart: number, { dimension, parts }: Header): Corpus | undefined {
  let at = bodyStart;
  const part = parts.map((length) => file.subarray(at, (at += length)));
  if (at !== file.length || part.length !== partCount) return undefined;
  const [files, records, words, starts, texts, counts, lengths, scales, numbers] = part as unknown as FileParts;
  const corpus = {
    files: new Map(jsonOf(files) as (readonly [string, IndexedFile])[]),
    records: expandRecords(jsonOf(records) as CompactRecords),
  };
  const postings = {
    words: words.length === 0 ? [] : words.toString('utf8').split('\n'),
    starts: new Uint32Array(copyOf(starts)),
    texts: new Uint32Array(copyOf(texts)),
    counts: new Uint16Array(copyOf(counts)),
    lengths: new Uint32Array(copyOf(lengths)),
  };
  const vectors = { dimension, scales: new Float32Array(copyOf(scales)), numbers: new Int8Array(copyOf(numbers)) };
  const size = corpus.records.length;
  const fitsVectors = vectors.scales.length === size && vectors.numbers.length === size * dimension;
  if (!fitsVectors || !fitsPostings(postings, size)) return undefined;
  return { ...corpus, index: new TextIndex({ postings, vectors }) };
}

/** Whether every row has its entries, and every entry is of an existing text. */
function fitsPostings({ words, starts, texts, counts, lengths }: Postings, size: number): boolean {
  if (starts.length !== words.length + 1 || counts.length !== texts.length || lengths.length !== size) return false;
  if (starts[0] !== 0 || starts[words.length] !== texts.length) return false;
  for (let row = 0; row < words.length; row += 1) {
    const end = starts[row + 1] as number;
    // Texts of a row ascend, so the last is the largest. A row is not empty.
    if (end <= (starts[row] as number) || (texts[end - 1] ?? size) >= size) return false;
  }
  return true;
}

function jsonOf(bytes: Buffer): unknown {
  return JSON.parse(bytes.toString('utf8'));
}

/** Copies bytes to a separate buffer, because a view of larger numbers must begin at a multiple of their size. */
function copyOf(bytes: Buffer): ArrayBuffer {
  const copy = new ArrayBuffer(bytes.length);
  new Uint8Array(copy).set(bytes);
  return copy;
}

function bytesOf(array: Uint32Array | Uint16Array | Float32Array | Int8Array): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength);
}
