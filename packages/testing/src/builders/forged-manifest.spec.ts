import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

import { forgeManifest } from './forged-manifest.js';

const fragments = 2;
const basePaths = 18;
const before = Buffer.from('what is before the message');

/** A manifest with one fragment of one file, a version, and what its writer calls itself. */
function aManifest(): Buffer {
  const file = new BinaryWriter().tag(1, WireType.LengthDelimited).string('rows.lance').finish();
  const fragment = new BinaryWriter().tag(1, WireType.Varint).uint64(7).tag(2, WireType.LengthDelimited).bytes(file);
  const writer = new BinaryWriter()
    .tag(fragments, WireType.LengthDelimited)
    .bytes(fragment.finish())
    .tag(3, WireType.Varint)
    .uint64(5)
    .tag(13, WireType.LengthDelimited)
    .string('writer');
  const message = writer.finish();
  const length = Buffer.alloc(4);
  length.writeUInt32LE(message.length);
  const footer = Buffer.alloc(16);
  footer.writeBigInt64LE(BigInt(before.length));
  footer.write('LANC', 12, 'latin1');
  return Buffer.concat([before, length, message, footer]);
}

/** Fields of the message by number, those with a length as their bytes. */
function fieldsOf(manifest: Buffer): ReadonlyMap<number, Buffer | undefined> {
  const start = before.length;
  const length = manifest.readUInt32LE(start);
  expect(start + 4 + length + 16).toBe(manifest.length);
  const reader = new BinaryReader(manifest.subarray(start + 4, start + 4 + length));
  const fields = new Map<number, Buffer | undefined>();
  while (reader.pos < reader.len) {
    const [number, wireType] = reader.tag();
    if (wireType === WireType.LengthDelimited) fields.set(number, Buffer.from(reader.bytes()));
    else fields.set(number, void reader.skip(wireType, number));
  }
  return fields;
}

describe('a forged manifest', () => {
  it('names another file, and is as it was otherwise', () => {
    const fields = fieldsOf(forgeManifest(aManifest(), { file: '../../elsewhere.lance' }));

    expect([...fields.keys()]).toEqual([fragments, 3, 13]);
    expect(fields.get(13)?.toString()).toBe('writer');
    expect(fields.get(fragments)?.includes('../../elsewhere.lance')).toBe(true);
    expect(fields.get(fragments)?.includes('rows.lance')).toBe(false);
  });

  it('names another folder, in which the file is', () => {
    const fields = fieldsOf(forgeManifest(aManifest(), { base: '/elsewhere/table.lance', file: 'a.lance' }));

    expect(fields.get(basePaths)?.includes('/elsewhere/table.lance')).toBe(true);
    // The number of the folder, as the file's field 7.
    expect(fields.get(fragments)?.subarray(-2)).toEqual(Buffer.from([(7 << 3) | WireType.Varint, 1]));
  });
});
