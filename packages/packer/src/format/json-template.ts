import { rangeNotes } from './range-notes.js';
import type { FreeTemplate } from './template.js';

/** One JSON document, a line for each range. */
export const jsonTemplate: FreeTemplate = {
  kind: 'free',
  render: (files) =>
    JSON.stringify({
      files: files.map(({ filePath, language, ranges }) => ({
        path: filePath,
        language,
        ranges: ranges.map((range) => {
          const { startLine, endLine, content } = range;
          const notes = rangeNotes(range);
          return { startLine, endLine, ...(notes.length === 0 ? {} : { notes }), content };
        }),
      })),
    }).replaceAll('{"startLine"', '\n{"startLine"'),
};
