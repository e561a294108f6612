import fc from 'fast-check';

import { messageWords } from './message-words.js';
import { ToolResults, isFromTool, isToolRole } from './tool-results.js';

function words(...content: readonly object[]): string {
  const read = messageWords({ content }, 'user');
  return read.problem ?? read.words;
}

const result = (content: string): object => ({ type: 'tool_result', content });
const said = (text: string): object => ({ type: 'text', text });

/** The content with every letter of a result as `#`. */
function marked(content: string): string {
  const results = new ToolResults(content);
  return content.replaceAll(/[^\n]/gu, (letter, at: number) => (results.at(at) === undefined ? letter : '#'));
}

describe('ToolResults', () => {
  it('tells results from what is said beside them', () => {
    const content = words(said('Look:'), result('one\n\ntwo'), result('three'), said('Well.\n[tool error]'));

    expect(marked(content)).toBe(`Look:\n${'#'.repeat(17)}\n\n#####\n${'#'.repeat(19)}\nWell.\n[tool error]`);
  });

  it('says how a result ended', () => {
    const failed = words({ type: 'tool_result', is_error: true, content: 'no\nno' });

    expect(new ToolResults(failed).at(failed.length - 1)?.label).toBe('[tool error]');
  });

  it('lets no result end before its end, whatever it says', () => {
    const breaks = fc.constantFrom('\n', '\r', '\r\n', '\u2028', '\u0085', '\v', ' ');
    const part = fc.oneof(fc.string({ unit: 'binary', maxLength: 6 }), breaks);
    const anyText = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(anyText, (text) => {
        const before = words(said('Before.'), result(text));
        const results = new ToolResults(`${before}\nAfter.`);

        const places = Array.from({ length: before.trimEnd().length }, (_unused, at) => results.at(at) !== undefined);
        expect(places.indexOf(true)).toBe('Before.\n'.length);
        expect(places.lastIndexOf(false)).toBe('Before.\n'.length - 1);
        expect(results.at(before.length + 1)).toBeUndefined();
      }),
    );
  });
});

describe('isFromTool', () => {
  it('is so for messages of tools, and for results alone', () => {
    const contents = [
      words(result('one\ntwo'), result('')),
      words(result('one'), said('Two.')),
      words(said('Two.')),
      '',
    ];

    expect(contents.map((content) => isFromTool({ role: 'user', content }))).toEqual([true, false, false, false]);
    expect(['tool', 'function', 'user'].map((role) => isFromTool({ role, content: 'a' }))).toEqual([true, true, false]);
    expect(['tool', 'function', 'user'].map((role) => isToolRole(role))).toEqual([true, true, false]);
  });
});
