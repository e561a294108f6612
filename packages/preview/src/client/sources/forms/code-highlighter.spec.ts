import fc from 'fast-check';

import { highlightCode } from './code-highlighter.js';

describe('highlightCode', () => {
  it('tells the parts of code apart', () => {
    const runs = highlightCode('const a = "<b>";', 'typescript');

    expect(runs).toContainEqual({ text: 'const', className: 'hljs-keyword' });
    expect(runs).toContainEqual({ text: '"<b>"', className: 'hljs-string' });
  });

  it('knows languages by the names that fences use', () => {
    expect(
      ['TypeScript', 'tsx', 'ts', 'py', 'csharp', 'bash'].map((name) => highlightCode('a = 1', name)),
    ).not.toContain(undefined);
  });

  it.each(['', 'plaintext', 'brainfuck', 'constructor', '__proto__'])('has no colours for %j', (language) => {
    expect(highlightCode('a', language)).toBeUndefined();
  });

  it('changes no byte', () => {
    const languages = fc.constantFrom('typescript', 'python', 'markdown', 'xml', 'yaml', 'php', 'csharp');
    const code = fc.string({
      unit: fc.constantFrom('<', '&', '"', "'", '`', '#', '/', '*', '\r', '\n', '{', 'a', '\ud800', '😀'),
    });
    fc.assert(
      fc.property(code, languages, (text, language) => {
        expect(
          highlightCode(text, language)
            ?.map((run) => run.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });
});
