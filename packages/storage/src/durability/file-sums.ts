import { createHash } from 'node:crypto';

/** SHA-256 of files, in hexadecimal digits, by their paths in the table's folder. */
export type FileSums = ReadonlyMap<string, string>;

const line = /^([0-9a-f]{64}) (\S+)$/u;

export function sumOf(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A line for each file, and a last one with the sum of those before; empty for no file. */
export function formatSums(sums: FileSums): string {
  if (sums.size === 0) return '';
  const lines = [...sums].map(([path, sum]) => `${sum} ${path}\n`).join('');
  return `${lines}${sumOf(lines)}\n`;
}

/**
 * Parses the output of {@link formatSums}. Empty for a text that was cut off or changed: it proves nothing about the
 * files.
 */
export function parseSums(text: string): FileSums {
  const lines = text.split('\n').slice(0, -1);
  const last = lines.pop();
  if (last !== sumOf(lines.map((one) => `${one}\n`).join(''))) return new Map();
  return new Map(
    lines.flatMap((one) => {
      const [, sum = '', path = ''] = line.exec(one) ?? [];
      return path === '' ? [] : [[path, sum] as const];
    }),
  );
}
