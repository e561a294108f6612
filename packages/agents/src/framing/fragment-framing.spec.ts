import { FragmentFraming } from './fragment-framing.js';

const labels = ['Document Content', 'Style Rules'];
const auto = new FragmentFraming(labels, 'auto');
const fenced = new FragmentFraming(labels, 'fenced');
const ordinary = '# Title\n\n## Part\n\nText with `code`.\n\n```ts\nconst a = 1;\n```\n\n- ```sh\n  npm i\n  ```\n';

describe('FragmentFraming.quoteFrom', () => {
  it('leaves text as it is whose source reads like nothing of an assembly', () => {
    expect(auto.quoteFrom(ordinary)(ordinary)).toBe(ordinary);
  });

  it.each([
    '## Style Rules',
    '[see Document Content]',
    '[… about 1,240 tokens left out …]',
    '[... 1 section, about 2 tokens left out ...]',
    '[… 3 sections, about 12 tokens left out …]',
  ])('puts every part of a source with the line %j into a fence', (line) => {
    expect(auto.quoteFrom(`${ordinary}\n${line}\n`)('any part')).toBe('```\nany part\n```');
  });

  it('puts a part into a fence that only reads like a label because it was cut there', () => {
    const source = 'Some words about the ## Document Content of it.';

    expect(auto.quoteFrom(source)('## Document Content')).toBe('```\n## Document Content\n```');
    expect(auto.quoteFrom(source)(source)).toBe(source);
  });

  it('makes the fence longer than any in the text', () => {
    const text = 'a\n`````\n## Style Rules\n`````';

    expect(auto.quoteFrom(text)(text)).toBe(`\`\`\`\`\`\`\n${text}\n\`\`\`\`\`\``);
  });

  it.each([
    '<!-- open',
    '<?php echo 1;',
    '<script>\nlet a;',
    '<PRE>',
    '<![CDATA[ a ]]',
    '<!DOCTYPE html',
    '```\ncode\n    ```\nstill code',
    '    ```\n```\n~~~\n',
    '<div>\n```\n',
    '1. item\ncontinued\n   ```\n<![CDATA[\ntext',
    '- ```\nno longer of the item',
  ])('puts text into a fence that would swallow the label after it, such as %j', (text) => {
    expect(auto.quoteFrom(text)(text)).not.toBe(text);
  });

  it.each([
    '<!-- closed -->',
    '<!-- a\nb -->\n<pre>\ncode</pre>',
    'text <!-- within',
    '```html\n<!--\n```',
    '```\nopen to the end',
    '- ```\n  open to the end',
    '- item\n\ntext\n```html\n<!--\n```',
    '<div>\n<p>',
  ])('leaves %j, which swallows nothing', (text) => {
    expect(auto.quoteFrom(text)(text)).toBe(text);
  });

  it('always does so where it is told to', () => {
    expect(fenced.quoteFrom(ordinary)('part')).toBe('```\npart\n```');
  });
});

describe('FragmentFraming.needsFrame', () => {
  const needs = (content: string, isQuoted = false): boolean => auto.needsFrame({ content }, { isQuoted });

  it.each([
    [ordinary, false],
    ['## Style Rules', true],
    ['Source: a.md\n```md\n## Style Rules\n```', false],
    ['Source: a.md\n```md\n```\n## Style Rules', true],
    ['```` Style Rules\n````', true],
    ['- ```\n## Style Rules\n  ```', true],
    ['    ```\n## Style Rules\n    ```', true],
    ['```\n    ```\n```\n## Style Rules', true],
    ['```\n~~~\n## Style Rules\n```', false],
    ['~~~\nopen\n## Style Rules', false],
    ['[see Style Rules]\n\n[… about 12 tokens left out …]', false],
    ['<!--', true],
  ])('of %j is %j', (content, expected) => {
    expect(needs(content)).toBe(expected);
  });

  it('with more labels sees those', () => {
    expect(needs('## Open Issues')).toBe(false);
    expect(auto.withLabels(['Open Issues']).needsFrame({ content: '## Open Issues' }, { isQuoted: false })).toBe(true);
    expect(auto.withLabels(['Style Rules'])).toBe(auto);
  });

  it('where every fragment is fenced is for all that are not', () => {
    const needsIn = (content: string, isQuoted: boolean): boolean => fenced.needsFrame({ content }, { isQuoted });

    expect(needsIn(ordinary, false)).toBe(true);
    expect(needsIn('```\nall of it\n```\n\n~~~md\nand more\n~~~', false)).toBe(false);
    expect(needsIn('```\na part\n```\nand more', false)).toBe(true);
    expect(needsIn('Line 1:\n\n```\na part\n```', true)).toBe(false);
  });
});
