import { type SearchHit, type SearchResult, describeDoubt } from '@lexichord/abstractions';
import { toTerminalLine, toTerminalText } from '@lexichord/platform/terminal-text';

import type { CommandIo } from '../command-io.js';
import { printWarnings } from './print-warnings.js';
import { colorsFor } from './text-layout.js';

/** Details of a hit to print besides its location. */
export interface HitDetails {
  readonly explains: boolean;
  readonly showsContent: boolean;
}

/** Prints the hits, each with its score and place, and notes on the whole result. */
export function printHits(result: SearchResult, io: CommandIo, { explains, showsContent }: HitDetails): void {
  const { hits, warnings = [] } = result;
  const colors = colorsFor(io.stdout, io.environment);
  if (hits.length === 0) io.stdout.write('No hits for the query. Try other or broader words.\n');
  for (const hit of hits) {
    const { filePath, startLine, endLine, headingPath, score } = hit;
    const location = `${colors.cyan(toTerminalLine(filePath))}:${startLine}-${endLine}`;
    const name = headingPath.length === 0 ? '' : `  ${toTerminalLine(headingPath.join(' › '))}`;
    io.stdout.write(`${colors.dim(score.toFixed(2))}  ${location}${name}\n`);
    if (explains) io.stdout.write(`      ${colors.dim(partsText(hit))}\n`);
    if (showsContent) io.stdout.write(`${numberedLines(hit)}\n`);
  }
  const doubt = describeDoubt(result);
  if (doubt !== undefined) io.stdout.write(`${doubt}\n`);
  printWarnings(warnings, io);
}

/** The lines with their numbers; characters that could control the terminal are escaped. */
export function numberedLines({ content, startLine, endLine }: SearchHit): string {
  const width = `${endLine}`.length;
  const lines = toTerminalText(content.replace(/\r?\n$/u, '')).split('\n');
  return lines.map((line, index) => `${`${startLine + index}`.padStart(width + 6)}  ${line}\n`).join('');
}

function partsText({ parts = [] }: SearchHit): string {
  return parts.map(({ signal, score }) => `${signal} ${score < 0 ? '−' : '+'}${Math.abs(score).toFixed(3)}`).join('  ');
}
