import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/** Behind the message of a manifest: its position (8 bytes), the format's version (4), and "LANC". */
const footerBytes = 16;
/** Before the message: its length. */
const lengthBytes = 4;
/** Fields of Lance's `table.proto`. */
const field = {
  manifest: { fragments: 2, basePaths: 18 },
  basePath: { id: 1, path: 4 },
  fragment: { files: 2 },
  file: { path: 1, base: 7 },
} as const;

/** Forged paths for the files of a manifest's rows. */
export interface ForgedPaths {
  /** The folder, or address in object storage, in which they are to be; absent: the table's own. */
  readonly base?: string;
  /** Their name there, as in `data/`. */
  readonly file: string;
}

/** One version's manifest, as a stranger may write it by hand, so that all rows come from one file anywhere. */
export function forgeManifest(manifest: Buffer, { base, file }: ForgedPaths): Buffer {
  const position = Number(manifest.readBigInt64LE(manifest.length - footerBytes));
  const message = manifest.subarray(position + lengthBytes, manifest.length - footerBytes);
  const forged = rewrite(message, (number, value) =>
    number === field.manifest.fragments ? rewrite(value, withFile(file, base !== undefined)) : value,
  );
  const paths = base === undefined ? new Uint8Array() : basePathField(base);
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32LE(forged.length + paths.length);
  const footer = manifest.subarray(manifest.length - footerBytes);
  return Buffer.concat([manifest.subarray(0, position), length, forged, paths, footer]);
}

type ChangeField = (number: number, value: Uint8Array) => Uint8Array;

function withFile(path: string, isElsewhere: boolean): ChangeField {
  return (number, value) => {
    if (number !== field.fragment.files) return value;
    const named = rewrite(value, (inner, old) => (inner === field.file.path ? Buffer.from(path) : old));
    const base = new BinaryWriter().tag(field.file.base, WireType.Varint).uint32(1).finish();
    return isElsewhere ? Buffer.concat([named, base]) : named;
  };
}

function basePathField(path: string): Uint8Array {
  const { id, path: name } = field.basePath;
  const basePath = new BinaryWriter()
    .tag(id, WireType.Varint)
    .uint32(1)
    .tag(name, WireType.LengthDelimited)
    .string(path);
  return new BinaryWriter().tag(field.manifest.basePaths, WireType.LengthDelimited).bytes(basePath.finish()).finish();
}

/** The message with other values in fields that have a length; the rest as it is. */
function rewrite(message: Uint8Array, change: ChangeField): Uint8Array {
  const reader = new BinaryReader(message);
  const writer = new BinaryWriter();
  while (reader.pos < reader.len) {
    const [number, wireType] = reader.tag();
    if (wireType === WireType.LengthDelimited) writer.tag(number, wireType).bytes(change(number, reader.bytes()));
    else writer.tag(number, wireType).raw(reader.skip(wireType, number));
  }
  return writer.finish();
}
