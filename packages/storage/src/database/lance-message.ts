import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';

/** Numbers by the names of their fields; those that are 0 are not written. */
export function numbersOf<Name extends string>(
  message: Uint8Array,
  fields: Readonly<Record<Name, number>>,
): Partial<Record<Name, bigint>> {
  const names = new Map(Object.entries<number>(fields).map(([name, field]) => [field, name as Name]));
  const numbers: Partial<Record<Name, bigint>> = {};
  for (const [field, value] of fieldsOf(message)) {
    const name = names.get(field);
    if (name !== undefined && typeof value === 'bigint') numbers[name] = value;
  }
  return numbers;
}

/** The fields of a message that are numbers or bytes, in their order. */
export function* fieldsOf(message: Uint8Array): Generator<readonly [field: number, value: bigint | Uint8Array]> {
  const reader = new BinaryReader(message);
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (wireType === WireType.Varint) yield [field, BigInt(reader.uint64())];
    else if (wireType === WireType.LengthDelimited) yield [field, reader.bytes()];
    else reader.skip(wireType, field);
  }
}

export function bytesOf(value: bigint | Uint8Array | undefined): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array();
}

export function textOf(value: bigint | Uint8Array): string {
  return Buffer.from(bytesOf(value)).toString('utf8');
}
