import { toStyleRule } from './draft-house-rules.js';
import { readHouseRules } from './house-rules.js';
import { PatternEngine } from './pattern/pattern-engine.js';
import { toProseText } from './prose/prose-text.js';

const good = '  - { id: a, category: tone, severity: error, instruction: Be kind. }\n';

describe('readHouseRules', () => {
  it.each(['', '# nothing\n', 'rules:\n', 'rules: []\ncategories: {}\n'])('has no rules in %j', async (text) => {
    expect(await readHouseRules(text)).toEqual({ rules: [], categories: new Map(), problems: [] });
  });

  it.each([
    ['- a\n', '.agent/style.yml:1: the file must be a map with the keys "rules" and "categories".'],
    ['rules: 3\n', '.agent/style.yml:1: rules must be a list.'],
    ['\ncategories: [a]\n', '.agent/style.yml:2: categories must be a map from a rule or style to a category.'],
    ['extra: 1\n', '.agent/style.yml:1: "extra" is unknown; allowed are rules, categories.'],
    ['rules: [\n', expect.stringMatching(/^\.agent\/style\.yml:2: not valid YAML: /)],
    [
      'a: &a [x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nrules: [*c,*c,*c]\n',
      expect.stringContaining('must be a map'),
    ],
  ])('names what is wrong with %j', async (text, problem) => {
    const { rules, problems } = await readHouseRules(text);

    expect(rules).toEqual([]);
    expect(problems).toEqual([problem]);
  });

  it.each([
    ['  - x\n', /^\.agent\/style\.yml:3: rules\[1\]: .*the rule is left out\.$/],
    [
      '  - { id: "a b", category: tone, severity: error, instruction: x }\n',
      /^\.agent\/style\.yml:3: rules\[1\]\.id: /,
    ],
    ['  - { id: b, category: tone, severity: error }\n', /^\.agent\/style\.yml:3: rules\[1\]\.instruction: /],
    [
      '  - id: b\n    category: tone\n    severity: fatal\n    instruction: x\n',
      /:5: rules\[1\]\.severity: .*"error"\|"warning"/,
    ],
    ['  - { id: b, category: tone, severity: error, instruction: x, also: 1 }\n', /also/],
    ['  - { id: a, category: tone, severity: error, instruction: x }\n', /:3: the id "a" is a duplicate/],
    ['  - { id: b, category: tone, severity: error, instruction: x, link: "no link" }\n', /rules\[1\]\.link: /],
    ['  - { id: b, category: tone, severity: error, instruction: x, avoid: [1] }\n', /rules\[1\]\.avoid\.0: /],
  ])('keeps the other rules when one is %j', async (entry, problem) => {
    const { rules, problems } = await readHouseRules(`rules:\n${good}${entry}`);

    expect(rules.map(({ id, line }) => [id, line])).toEqual([['a', 2]]);
    expect(problems).toEqual([expect.stringMatching(problem)]);
  });

  it('keeps dangerous keys apart from objects', async () => {
    const { rules } = await readHouseRules(
      `rules:\n${good.replace(' }', ', prefer: { __proto__: x, constructor: y } }')}`,
    );

    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
    expect(Object.entries(rules[0]?.prefer ?? {})).toContainEqual(['constructor', 'y']);
  });
});

describe('toStyleRule', () => {
  it('names a pattern that cannot be used, and keeps the rest of the rule', async () => {
    const { rules } = await readHouseRules(
      `rules:\n${good.replace(' }', ", avoid: [C++, 'log  in'], pattern: '(a+' }")}`,
    );
    const problems: string[] = [];

    const rule = toStyleRule(rules[0]!, { engine: new PatternEngine(), toProse: toProseText, problems });

    expect(rule.countMatches('C++ and c++, LOG IN or blog in.')).toBe(3);
    expect(problems).toEqual(['.agent/style.yml:2: a: the pattern is left out: missing closing ).']);
  });

  it('keeps the instruction of a pattern that RE2 cannot match', async () => {
    const { rules } = await readHouseRules(`rules:\n${good.replace(' }', ", avoid: [b], pattern: 'a(?=b)' }")}`);
    const problems: string[] = [];

    const rule = toStyleRule(rules[0]!, { engine: new PatternEngine(), toProse: toProseText, problems });

    expect(rule.countMatches('ab b')).toBe(1);
    expect(problems).toEqual(['.agent/style.yml:2: a: the pattern is not matched: RE2 does not support look-ahead.']);
  });
});
