import { fence } from '@lexichord/platform/internal';

import type { PackedFile, PackedRange } from './packed-file.js';
import { gapBetween, rangeNotes } from './range-notes.js';
import { shownPath } from './shown-path.js';
import type { FramedTemplate } from './template.js';

/** Language ids that mean nothing to who reads a fence. */
const plainLanguages: ReadonlySet<string> = new Set(['plaintext', 'text']);

/**
 * A header for each range, its lines in a fence that they cannot close, and a line for what lies between two ranges of
 * a file (T-016 AC-111..119).
 */
export const markdownTemplate: FramedTemplate = {
  kind: 'framed',
  opening: '',
  closing: '',
  frame({ file, range, previous, isFirstFile }) {
    const separator = isFirstFile && previous === undefined ? '' : '\n\n';
    const gap = previous === undefined ? undefined : gapBetween(previous, range);
    const head = [...(gap === undefined ? [] : [`(${gap})`, '']), header(file, range), ...rangeNotes(range), ''];
    const [before, after] = splitFence(fence(range.content, languageHint(file)), range.content);
    return { before: `${separator}${head.join('\n')}${before}`, after };
  },
  body: (content) => content,
};

function header({ filePath }: PackedFile, { startLine, endLine }: PackedRange): string {
  return `### ${shownPath(filePath)} (lines ${startLine}-${endLine})`;
}

function languageHint({ language }: PackedFile): string {
  return plainLanguages.has(language) ? 'text' : language;
}

function splitFence(fenced: string, content: string): readonly [string, string] {
  const start = fenced.indexOf('\n') + 1;
  return [fenced.slice(0, start), fenced.slice(start + content.length)];
}
