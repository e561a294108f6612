import { isUsableGlob, selectForDocument } from './document-selection.js';
import { readValeConfig } from './vale-config.js';

function select(ini: string, path: string): { styles: readonly string[]; settings: Record<string, string> } {
  const { styles, settings } = selectForDocument(readValeConfig(ini, '.vale.ini'), path);
  return { styles, settings: Object.fromEntries(settings) };
}

describe('readValeConfig', () => {
  it('reads what matters and has the defaults of Vale', () => {
    const config = readValeConfig('', '.vale.ini');

    expect(config).toEqual({
      stylesPath: 'styles',
      minAlertLevel: 'warning',
      vocabularies: [],
      packages: [],
      formats: new Map(),
      sections: [],
      problems: [],
    });
  });

  it('names what it does not understand', () => {
    const ini = [
      'MinAlertLevel = loud',
      'BasedOnStyles = X',
      'nonsense',
      '[*.md]',
      'StylesPath = x',
      'TokenIgnores = (a)',
      'A.B = MAYBE',
      'Rule = YES',
      'A.B.C = YES',
    ];

    expect(readValeConfig(ini.join('\n'), 'v.ini').problems).toEqual([
      'v.ini:3: not a section and not "key = value"; the line is ignored.',
      'v.ini:2: "BasedOnStyles" has no meaning before the first section.',
      'v.ini:5: "StylesPath" belongs before the first section.',
      'v.ini:7: A.B is "MAYBE"; allowed are YES, NO, suggestion, warning, error.',
      'v.ini:8: "Rule" is not a rule\'s name (Style.Rule).',
      'v.ini:9: "A.B.C" is not a rule\'s name (Style.Rule).',
      'v.ini:1: MinAlertLevel is "loud"; allowed are suggestion, warning, error.',
    ]);
  });
});

describe('selectForDocument', () => {
  const ini = [
    '[formats]\nmdx = md',
    '[*.md]\nBasedOnStyles = A, B\nA.x = error\nA.y = NO',
    '[*]\nBasedOnStyles = Base\nA.x = suggestion\nA.z = YES',
    '[docs/**/*.md]\nBasedOnStyles = C\nA.x = YES\nA.y = warning',
    '[!*.md]\nA.n = NO',
    '[[!a]*.rst]\nBasedOnStyles = R',
  ].join('\n');

  it.each([
    ['a.ts', ['Base'], { 'A.x': 'suggestion', 'A.z': 'on', 'A.n': 'off' }],
    ['x/y/a.md', ['A', 'B'], { 'A.x': 'error', 'A.z': 'on', 'A.y': 'off' }],
    ['docs/v1/a.md', ['C'], { 'A.x': 'error', 'A.z': 'on', 'A.y': 'warning' }],
    ['docs/a.mdx', ['C'], { 'A.x': 'error', 'A.z': 'on', 'A.n': 'off', 'A.y': 'warning' }],
    ['.hidden/a.md', ['A', 'B'], { 'A.x': 'error', 'A.z': 'on', 'A.y': 'off' }],
    ['b.rst', ['R'], { 'A.x': 'suggestion', 'A.z': 'on', 'A.n': 'off' }],
    ['a.rst', ['Base'], { 'A.x': 'suggestion', 'A.z': 'on', 'A.n': 'off' }],
    ['Makefile', ['Base'], { 'A.x': 'suggestion', 'A.z': 'on', 'A.n': 'off' }],
  ])('finds what applies to %s', (path, styles, settings) => {
    expect(select(ini, path)).toEqual({ styles, settings });
  });

  it.each(['*.md', '**.md', './*.md', './docs/*.md', '**/*.md', 'docs/**', 'd*/{a,c}.md'])(
    'takes %s for a document in a folder',
    (pattern) => {
      expect(select(`[${pattern}]\nBasedOnStyles = A`, 'docs/v1/a.md').styles).toEqual(['A']);
    },
  );

  it('matches nothing with a pattern that is too much, or is none', () => {
    const [tooLong, tooMany] = ['a'.repeat(1_001), '{a,b}'.repeat(8)];

    expect([tooLong, tooMany].filter(isUsableGlob)).toEqual([]);
    expect(isUsableGlob('**/docs/**/*.{md,txt}')).toBe(true);
    expect(select(`[${tooMany}]\nBasedOnStyles = A\n[!]\nBasedOnStyles = B`, 'a'.repeat(8)).styles).toEqual([]);
  });

  it('is not held up by patterns and paths that were made for each other', () => {
    const stars = '*a'.repeat(20);
    const config = `[${stars}b]\nBasedOnStyles = A\n[**/${stars}b]\nBasedOnStyles = B\n[${stars}]\nBasedOnStyles = C`;

    expect(select(config, `x/${'a'.repeat(255)}`).styles).toEqual(['C']);
  });
});
