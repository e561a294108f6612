import { randomUUID } from 'node:crypto';

import type { CommandIo } from '../command-io.js';

/** JSON text that is printed verbatim: parsing it would round long numbers. */
export class RawJson {
  constructor(readonly text: string) {}
}

/** Writes the one JSON document that a command prints with `--json`. */
export function printJson(value: unknown, io: CommandIo): void {
  io.stdout.write(`${jsonText(value)}\n`);
}

function jsonText(value: unknown): string {
  const raw: string[] = [];
  // Random, so that no printed text can contain it.
  const mark = randomUUID();
  const text = JSON.stringify(
    value,
    (_key, inner: unknown) => (inner instanceof RawJson ? `${mark} ${raw.push(inner.text) - 1}` : inner),
    2,
  );
  if (raw.length === 0) return text;
  return text.replaceAll(new RegExp(`"${mark} ([0-9]+)"`, 'gu'), (_all, index: string) => raw[Number(index)] ?? '');
}
