import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/** Numbers of a message, by the names of their fields; zeros are not encoded and so missing. */
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

/** Yields the fields of a message that are numbers or bytes, in order. */
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

/** An encoded field of a message. */
export interface EncodedField {
  readonly field: number;
  /** With its tag. */
  readonly bytes: Uint8Array;
}

/** All fields of a message, in order. @throws {Error} for an invalid message */
export function encodedFieldsOf(message: Uint8Array): readonly EncodedField[] {
  const reader = new BinaryReader(message);
  const fields: EncodedField[] = [];
  while (reader.pos < reader.len) {
    const start = reader.pos;
    const [field, wireType] = reader.tag();
    reader.skip(wireType, field);
    fields.push({ field, bytes: message.subarray(start, reader.pos) });
  }
  return fields;
}

/** Values of the length-delimited fields with this number, without their tags. */
export function messagesIn(message: Uint8Array, field: number): readonly Uint8Array[] {
  return [...fieldsOf(message)].filter(([number]) => number === field).map(([, value]) => bytesOf(value));
}

/** Numbers of a repeated field, packed or not. */
export function numbersIn(message: Uint8Array, field: number): readonly number[] {
  return [...fieldsOf(message)]
    .filter(([number]) => number === field)
    .flatMap(([, value]) => (typeof value === 'bigint' ? [Number(value)] : packedNumbers(value)));
}

function packedNumbers(value: Uint8Array): readonly number[] {
  const reader = new BinaryReader(value);
  const numbers: number[] = [];
  while (reader.pos < reader.len) numbers.push(Number(reader.uint64()));
  return numbers;
}

export function numberField(field: number, value: number | bigint): EncodedField {
  return { field, bytes: new BinaryWriter().tag(field, WireType.Varint).uint64(value).finish() };
}

export function messageField(field: number, message: Uint8Array): EncodedField {
  return { field, bytes: new BinaryWriter().tag(field, WireType.LengthDelimited).bytes(message).finish() };
}

export function joinFields(fields: readonly EncodedField[]): Buffer {
  return Buffer.concat(fields.map(({ bytes }) => bytes));
}
