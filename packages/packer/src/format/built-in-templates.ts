import { fence, fenceMarks } from '@lexichord/platform/internal';

import type { OutlineLine } from '../detail/less-detail.js';
import { gapBetween, type PackedFile, type PackedRange, shownPath, type TextList } from './packed-file.js';
import { rangeNotes } from './range-notes.js';
import type { FramedTemplate, FreeTemplate, RangeContext } from './template.js';

/** Language ids without a meaning in a fence. */
const plainLanguages: ReadonlySet<string> = new Set(['plaintext', 'text']);

/**
 * A header for each range, its lines in a fence that they cannot close, and a line for the gap between two ranges of a
 * file (T-016 AC-111..119).
 */
export const markdownTemplate: FramedTemplate = {
  kind: 'framed',
  opening: '',
  closing: '',
  frame({ file, range, previous }, { isFirst }) {
    const separator = isFirst ? '' : '\n\n';
    const gap = gapBefore({ file, range, previous });
    const notes = rangeNotes(range, file).map((note) => `\n${note}`);
    const head = `${gap === undefined ? '' : `(${gap})\n\n`}${header(file, range)}${notes.join('')}`;
    const [opening, closing] = fenceMarks(range.content, languageHint(range));
    return { before: `${separator}${head}\n${opening}`, after: closing };
  },
  body: (content) => content,
  outline: (outline, { isFirst }) => `${isFirst ? '' : '\n\n'}${outlineHeader}\n${fence(outlineText(outline), 'text')}`,
  list: ({ title, lines }, { isFirst }) => `${isFirst ? '' : '\n\n'}### ${title}\n${fence(lines.join('\n'), 'text')}`,
};

/** Describes the gap between two ranges; without numbers in a file that hides them. */
function gapBefore({ file, range, previous }: Pick<RangeContext, 'file' | 'range' | 'previous'>): string | undefined {
  const gap = previous === undefined ? undefined : gapBetween(previous, range);
  return gap !== undefined && file.hidesLines === true ? 'lines not shown' : gap;
}

const outlineHeader = '### Outline (lexichord context expand HANDLE)';

/** Outline text, one line per chunk: its handle and its description. */
function outlineText(outline: readonly OutlineLine[]): string {
  return outline.map(({ id, content }) => `${shownPath(id)} ${content}`.trimEnd()).join('\n');
}

function header({ filePath, hidesLines }: PackedFile, { startLine, endLine }: PackedRange): string {
  if (hidesLines === true) return `### ${shownPath(filePath)}`;
  return `### ${shownPath(filePath)} (lines ${startLine}-${endLine})`;
}

function languageHint({ language }: PackedRange): string {
  return plainLanguages.has(language) ? 'text' : language;
}

/** One element per file, with one element per range; the lines are character data that they cannot end. */
export const xmlTemplate: FramedTemplate = {
  kind: 'framed',
  opening: '<context>\n',
  closing: '</context>',
  frame({ file, range, previous, isLastOfFile }) {
    const gap = gapBefore({ file, range, previous });
    const lines = file.hidesLines === true ? '' : ` start="${range.startLine}" end="${range.endLine}"`;
    const notes = rangeNotes(range, file).map(attribute).join('; ');
    const parts = [
      ...(previous === undefined ? [fileTag(file)] : []),
      ...(gap === undefined ? [] : [`<!-- ${gap} -->\n`]),
      `<lines${lines}${notes === '' ? '' : ` note="${notes}"`}><![CDATA[\n`,
    ];
    return { before: parts.join(''), after: `\n]]></lines>\n${isLastOfFile ? '</file>\n' : ''}` };
  },
  body: characterData,
  outline: (outline) =>
    `<outline expand="lexichord context expand HANDLE"><![CDATA[\n${characterData(outlineText(outline))}\n]]></outline>\n`,
  list: ({ key, title, lines }) =>
    `<list name="${key}" title="${attribute(title)}"><![CDATA[\n${characterData(lines.join('\n'))}\n]]></list>\n`,
};

function fileTag({ filePath, language }: PackedFile): string {
  return `<file path="${attribute(shownPath(filePath))}" language="${attribute(language)}">\n`;
}

function attribute(text: string): string {
  return text.replace(/[&<>"]/gu, (character) => `&#${character.charCodeAt(0)};`);
}

/** Characters that XML cannot represent. */
const impossible = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function characterData(content: string): string {
  return content.replaceAll(impossible, '\uFFFD').replaceAll(']]>', ']]]]><![CDATA[>');
}

/** One JSON document, with one line per range. */
export const jsonTemplate: FreeTemplate = {
  kind: 'free',
  showsOutline: true,
  render: ({ files, outline, before = [], after = [] }) =>
    JSON.stringify({
      ...keyed(before),
      files: files.map(({ filePath, language, ranges, hidesLines }) => ({
        path: filePath,
        language,
        ranges: ranges.map((range) => {
          const { startLine, endLine, content } = range;
          const notes = rangeNotes(range, { hidesLines });
          const lines = hidesLines === true ? {} : { startLine, endLine };
          return { ...lines, ...(notes.length === 0 ? {} : { notes }), content };
        }),
      })),
      ...(outline.length === 0 ? {} : { outline: outline.map(outlineLine) }),
      ...keyed(after),
    }).replaceAll(/\{"(?=startLine"|handle")/gu, '\n{"'),
};

function keyed(lists: readonly TextList[]): object {
  return Object.fromEntries(lists.map(({ key, lines }) => [key, lines]));
}

function outlineLine({ id, detailLevel, content }: OutlineLine): object {
  return { handle: id, detailLevel, ...(content === '' ? {} : { text: content }) };
}
