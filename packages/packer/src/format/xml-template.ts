import type { PackedFile } from './packed-file.js';
import { gapBetween, rangeNotes } from './range-notes.js';
import { shownPath } from './shown-path.js';
import type { FramedTemplate } from './template.js';

/** One element for each file, one in it for each range; the lines are character data that they cannot end. */
export const xmlTemplate: FramedTemplate = {
  kind: 'framed',
  opening: '<context>\n',
  closing: '</context>',
  frame({ file, range, previous, isLastOfFile }) {
    const gap = previous === undefined ? undefined : gapBetween(previous, range);
    const notes = rangeNotes(range).map((note) => ` note="${attribute(note)}"`);
    const parts = [
      ...(previous === undefined ? [fileTag(file)] : []),
      ...(gap === undefined ? [] : [`<!-- ${gap} -->\n`]),
      `<lines start="${range.startLine}" end="${range.endLine}"${notes.slice(0, 1).join('')}><![CDATA[\n`,
    ];
    return { before: parts.join(''), after: `\n]]></lines>\n${isLastOfFile ? '</file>\n' : ''}` };
  },
  body: characterData,
};

function fileTag({ filePath, language }: PackedFile): string {
  return `<file path="${attribute(shownPath(filePath))}" language="${attribute(language)}">\n`;
}

function attribute(text: string): string {
  return text.replace(/[&<>"]/gu, (character) => `&#${character.charCodeAt(0)};`);
}

/** XML has no way to write these. */
const impossible = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function characterData(content: string): string {
  return content.replaceAll(impossible, '\uFFFD').replaceAll(']]>', ']]]]><![CDATA[>');
}
