import { LineIndex } from '@lexichord/platform/internal';

import { scanMarkdown } from './scan-markdown.js';
import { scanYaml } from './scan-yaml.js';
import type { SyntaxNode } from './syntax-node.js';

function outline(nodes: readonly SyntaxNode[], level = 0): readonly string[] {
  return nodes.flatMap(({ name, startLine, endLine, children }) => [
    `${'>'.repeat(level)}${name ?? '-'} ${startLine + 1}-${endLine + 1}`,
    ...outline(children, level + 1),
  ]);
}

describe('scanMarkdown', () => {
  const scan = (content: string): readonly string[] => outline(scanMarkdown(new LineIndex(content)));

  it('T-016 FR-016-41: nests sections by the level of their headings', () => {
    expect(scan('intro\n\n# One\ntext\n\n## Two ##\ntext\n### Three\n# Four\n')).toEqual([
      '- 1-1',
      'One 3-8',
      '>- 4-4',
      '>Two 6-8',
      '>>- 7-7',
      '>>Three 8-8',
      'Four 9-9',
    ]);
  });

  it.each([
    ['fenced code', '# A\n```sh\n# no\n\n# no\n```\n', ['A 1-6', '>- 2-6']],
    ['a longer fence', '# A\n~~~~\n~~~\n# no\n~~~~\n', ['A 1-5', '>- 2-5']],
    ['an unclosed fence', '# A\n```\n# no\n', ['A 1-3', '>- 2-3']],
    ['front matter', '---\n# no\ntitle: x\n---\n# A\n', ['A 5-5']],
    ['a hash without a space', '#no\n', ['- 1-1']],
  ])('takes nothing in %s for a heading', (_what, content, expected) => {
    expect(scan(content)).toEqual(expected);
  });

  it('reads a heading with a long run of spaces once', () => {
    expect(scan(`# One${' '.repeat(1_000_000)}two ##\n`)).toEqual(['One 1-1']);
  });

  it('knows underlined headings, but not lists and quotes above a line', () => {
    expect(scan('One\n===\ntext\n\nTwo\n---\n\n- item\n---\n\n> quote\n---\n')).toEqual([
      'One 1-12',
      '>- 3-3',
      '>Two 5-12',
      '>>- 8-9',
      '>>- 11-12',
    ]);
  });
});

describe('scanYaml', () => {
  const scan = (content: string): readonly string[] => outline(scanYaml(new LineIndex(content)));

  it('nests by indentation and names the outermost keys', () => {
    expect(
      scan('# about\nname: x\n"on":\n  push:\n    - a\n\n  # note\n  pull: 1\nrun: |\n  echo: hi\n---\n- a: 1\n'),
    ).toEqual(['name 2-2', 'on 3-8', '>- 4-5', '>>- 5-5', '>- 8-8', 'run 9-10', '>- 10-10', '- 11-11', 'a 12-12']);
  });

  it('takes a comment above a key with it', () => {
    const [first, second] = scanYaml(new LineIndex('a: 1\n# about b\nb: 2\n'));

    expect([first?.leadLine, second?.leadLine]).toEqual([0, 1]);
  });
});
