// @ts-check

/**
 * Functions of the C library that a grammar imports and the parser's module lacks, with a replacement that is
 * equivalent for the scanner's arguments. Without this the Bash grammar fails at the first pattern of a `case`.
 *
 * @type {Readonly<Record<string, string>>}
 */
const substitutes = { isalpha: 'iswalpha' };

const importSection = 2;
const headerLength = 8;

/**
 * Renames such imports in a grammar. The format of WebAssembly modules: a header, then sections of a number, a length
 * and their bytes; in the section of imports each has a module, a name, a kind and a type.
 *
 * @param {Uint8Array} wasm
 * @returns {Uint8Array}
 */
export function adaptGrammar(wasm) {
  const reader = { bytes: wasm, at: headerLength };
  while (reader.at < wasm.length) {
    const sectionStart = reader.at;
    const section = wasm[reader.at++];
    const length = readNumber(reader);
    const end = reader.at + length;
    if (section === importSection) {
      const imports = renameImports(reader);
      if (imports === undefined) return wasm;
      const head = wasm.subarray(0, sectionStart);
      return Buffer.concat([
        head,
        Uint8Array.of(importSection, ...numberBytes(imports.length)),
        imports,
        wasm.subarray(end),
      ]);
    }
    reader.at = end;
  }
  return wasm;
}

/** @typedef {{ readonly bytes: Uint8Array, at: number }} Reader */

/**
 * @param {Reader} reader
 * @returns {Uint8Array | undefined} undefined when nothing is renamed
 */
function renameImports(reader) {
  const count = readNumber(reader);
  /** @type {Uint8Array[]} */
  const parts = [Uint8Array.from(numberBytes(count))];
  let isChanged = false;
  for (let index = 0; index < count; index += 1) {
    const start = reader.at;
    skipName(reader);
    const nameStart = reader.at;
    const name = readName(reader);
    const typeStart = reader.at;
    skipType(reader);
    const substitute = Object.hasOwn(substitutes, name) ? substitutes[name] : undefined;
    isChanged ||= substitute !== undefined;
    if (substitute === undefined) parts.push(reader.bytes.subarray(start, reader.at));
    else {
      const encoded = Buffer.from(substitute, 'utf8');
      parts.push(reader.bytes.subarray(start, nameStart), Uint8Array.from(numberBytes(encoded.length)), encoded);
      parts.push(reader.bytes.subarray(typeStart, reader.at));
    }
  }
  return isChanged ? Buffer.concat(parts) : undefined;
}

/** @param {Reader} reader */
function skipName(reader) {
  const length = readNumber(reader);
  reader.at += length;
}

/** @param {Reader} reader */
function readName(reader) {
  const length = readNumber(reader);
  reader.at += length;
  return Buffer.from(reader.bytes.subarray(reader.at - length, reader.at)).toString('utf8');
}

/** @param {Reader} reader */
function skipType(reader) {
  const kind = reader.bytes[reader.at++];
  if (kind === 0) readNumber(reader);
  else if (kind === 3) reader.at += 2;
  else if (kind === 4) reader.at += 2;
  else {
    // A table has the type of its elements before its limits, a memory has only limits.
    if (kind === 1) reader.at += 1;
    const hasMaximum = ((reader.bytes[reader.at++] ?? 0) & 1) === 1;
    readNumber(reader);
    if (hasMaximum) readNumber(reader);
  }
}

/**
 * Unsigned LEB128: seven bits a byte, the lowest first.
 *
 * @param {Reader} reader
 */
function readNumber(reader) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = reader.bytes[reader.at++] ?? 0;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return value;
  }
}

/** @param {number} value */
function numberBytes(value) {
  const bytes = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  bytes.push(rest);
  return bytes;
}
