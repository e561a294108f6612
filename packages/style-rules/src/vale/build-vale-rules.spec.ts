import * as yaml from 'yaml';
import { PatternEngine } from '../pattern/pattern-engine.js';
import { toProseText } from '../prose/prose-text.js';
import { draftRules } from './build-vale-rules.js';
import { readAccepted } from './rule-draft.js';
import { readRuleFile } from './vale-rule-file.js';
import { builtInRules, type VocabularyWord } from './vale-vocabulary.js';

interface Outcome {
  readonly rules: Readonly<Record<string, string>>;
  readonly counts: readonly number[];
  readonly problems: readonly string[];
}

function placed(text: string, index: number): VocabularyWord {
  return { text, line: index + 1, source: 'accept.txt' };
}

/** What a rule file comes to, with the vocabulary's words and the counts of its rules in a text. */
function outcome(file: string, text = '', accepted: readonly string[] = []): Outcome {
  const result = readRuleFile(file, { name: 'S.R', source: 's/R.yml', yaml });
  if ('problem' in result) return { rules: {}, counts: [], problems: [result.problem] };
  const problems: string[] = [];
  const engine = new PatternEngine();
  const context = { engine, problems };
  const drafts = draftRules(result.rule, { ...context, accepted: readAccepted(accepted.map(placed), context) });
  return {
    rules: Object.fromEntries(drafts.map(({ id, instruction }) => [id, instruction])),
    counts: drafts.map(({ count }) => count(toProseText(text))),
    problems: [...problems, ...engine.problems],
  };
}

function instructionOf(file: string): string | undefined {
  return outcome(file).rules['S.R'];
}

describe('existence', () => {
  it.each([
    ['extends: existence\ntokens: [foo, bar]', 'Avoid "foo" or "bar".'],
    ['extends: existence\nnonword: on\ntokens: ["[^a]+"]', 'Avoid such wording.'],
    ['extends: existence\nmessage: Mind it.\ntokens: [foo]', 'Mind it. For example: "foo".'],
    ['extends: existence\nmessage: Not foo.\ntokens: [foo]', 'Not foo.'],
    ['extends: existence\nmessage: No marks.\nnonword: yes\ntokens: [";"]', 'No marks. For example: ";".'],
    ['extends: existence\nmessage: No dates.\nnonword: yes\ntokens: ["\\\\d+/\\\\d+"]', 'No dates.'],
    ["extends: existence\nmessage: \"No '%s'.\"\nraw: ['foo', '(?:s|ing)']", "No 'foos' or 'fooing'."],
    ["extends: existence\nmessage: \"No '%s'.\"\nappend: true\nraw: [' bar']\ntokens: [foo]", "No 'foo bar'."],
  ])('says what %j asks for', (file, expected) => {
    expect(instructionOf(file)).toBe(expected);
  });

  it('joins raw parts before the tokens, or behind them', () => {
    expect(
      outcome('extends: existence\nraw: ["very\\\\s+"]\ntokens: [big, old]', 'Very big, very old, old.').counts,
    ).toEqual([1]);
    expect(
      outcome('extends: existence\nappend: true\nraw: ["\\\\s+one"]\ntokens: [big]', 'a big one, big').counts,
    ).toEqual([1]);
  });

  it('makes exceptions, its own and those of the vocabulary, in the case they are written in', () => {
    const file = 'extends: existence\nignorecase: true\ntokens: ["\\\\w+ly"]\nexceptions: [family, (?i)july]';

    expect(outcome(file, 'family Family JULY quickly Bitly', ['Bitly']).counts).toEqual([2]);
    expect(outcome(`${file}\nvocab: false`, 'Bitly', ['Bitly']).counts).toEqual([1]);
  });

  it('says nothing when the part that its tokens follow cannot be used', () => {
    const { rules, problems } = outcome('extends: existence\nraw: ["(x"]\ntokens: [a]');

    expect(rules).toEqual({});
    expect(problems).toEqual(['s/R.yml:2: S.R: "(x" is left out: missing closing ).']);
  });

  it('makes one rule of entries that say the same', () => {
    const tokens = 'a b c d e f g h i a'.split(' ');

    expect(
      Object.keys(outcome(`extends: existence\nmessage: No %s.\ntokens: [${tokens.join(', ')}]`).rules),
    ).toHaveLength(9);
  });
});

describe('substitution', () => {
  it('takes a map or a list of maps, and generates what the message does not say', () => {
    expect(outcome('extends: substitution\nswap:\n  - a: b\n  - c: d|e\n').rules).toEqual({
      'S.R#1': 'Use "b" instead of "a".',
      'S.R#2': 'Use "d" or "e" instead of "c".',
    });
    expect(instructionOf('extends: substitution\nswap: {"[^a]+": b}')).toBe('Use "b" instead of "[^a]+".');
    expect(instructionOf('extends: substitution\nmessage: Not %s.\nswap: {a: ""}')).toBe('Leave out "a".');
    expect(instructionOf("extends: substitution\nmessage: \"'%s', not '%s'.\"\nswap: {'(\\w+)ise': $1ize}")).toBe(
      "'…ize', not '…ise'.",
    );
  });

  it('prefers longer patterns, knows what is right already, and makes exceptions', () => {
    const file =
      'extends: substitution\nignorecase: true\nswap:\n  set: put\n  set up: install\n  api: API\nexceptions: [SET]';

    expect(outcome(file, 'Set up. Set it. SET. API and api.').counts).toEqual([1, 1, 1]);
  });

  it('says which entries are no pairs', () => {
    expect(outcome('extends: substitution\nswap: [a, {b: c}, {[d]: e}]').problems).toEqual([
      's/R.yml:2: S.R: an entry of "swap" is not plain text; put it in quotation marks.',
    ]);
  });
});

describe('occurrence', () => {
  it('counts the stretches with too much or too little', () => {
    const text = 'One, two, three. Four, five.\n\nSix.';

    expect(outcome('extends: occurrence\nscope: sentence\nmax: 1\ntoken: ","', text).counts).toEqual([1]);
    expect(outcome('extends: occurrence\nscope: sentence\nmin: 1\ntoken: ","', text).counts).toEqual([1]);
    expect(outcome('extends: occurrence\nmax: 5\nignorecase: true\ntoken: x', 'x X x X x X').counts).toEqual([1]);
  });

  it.each([
    ['extends: occurrence\nmax: 3\ntoken: "!"', 'Use at most 3 of "!".'],
    ['extends: occurrence\nmin: 1\ntoken: "\\\\w+"', 'Use at least 1 of what the rule counts.'],
    ['extends: occurrence\nmessage: Found %s links.\nmin: 2\ntoken: a', 'Found fewer than 2 links.'],
  ])('says what %j asks for', (file, expected) => {
    expect(instructionOf(file)).toBe(expected);
  });
});

describe('repetition', () => {
  it('counts words in a row, as many as are too many', () => {
    const file = 'extends: repetition\nmessage: Once is enough.\nignorecase: true\ntokens: ["[^\\\\s]+"]';

    expect(outcome(file, 'The the end. 1 1').counts).toEqual([2]);
    expect(outcome(`${file}\nalpha: true`, 'The the end. 1 1').counts).toEqual([1]);
    expect(outcome(`${file}\nmax: 1`, 'no no. no no no').counts).toEqual([1]);
    expect(outcome(`${file}\nexceptions: [that that]`, 'that that is').counts).toEqual([0]);
    expect(instructionOf(file)).toBe('Once is enough.');
  });
});

describe('consistency', () => {
  it('counts the rarer way only when both are there', () => {
    const file = 'extends: consistency\nmessage: Decide.\nnonword: true\neither: {grey: gray}';

    expect(outcome(file, 'grey grey').counts).toEqual([0]);
    expect(outcome(file, 'grey grey gray').counts).toEqual([1]);
    expect(instructionOf(file)).toBe('Decide. Use either "grey" or "gray" throughout, not both.');
  });

  it('leaves out a pair of which one side cannot be used', () => {
    const { rules, problems } = outcome('extends: consistency\neither: {a: (b, c: "[^d]"}');

    expect(rules).toEqual({ 'S.R': 'Use either "c" or "[^d]" throughout, not both.' });
    expect(problems).toHaveLength(1);
  });
});

describe('conditional', () => {
  it('wants what is used to be introduced before', () => {
    const file = 'extends: conditional\nfirst: \\b([A-Z]{2,})\\b\nsecond: "\\\\w+ \\\\(([A-Z]{2,})\\\\)"';

    expect(outcome(file, 'AB first.\n\nAlpha beta (AB), then AB and CD.').counts).toEqual([2]);
    expect(instructionOf(file)).toBe("Introduce 'XX' before using it.");
  });
});

describe('capitalization', () => {
  const text = '# Good heading\n# Bad Heading Here\n# api\n';

  it.each([
    ['match: $sentence', 2],
    ['match: $title', 2],
    ['match: $title\nstyle: Chicago\nthreshold: 0.1', 1],
    ['match: $lower', 2],
    ['match: $upper', 3],
    ['match: $lower\nexceptions: [Good]', 1],
    ['match: "^Good"', 2],
    ['match: "^good"\nignorecase: true\nexceptions: [api]', 1],
    ['match: $sentence\nexceptions: [Heading Here, api]', 0],
    ['match: $lower\nprefix: Good', 1],
  ])('counts headings that do not keep to %j', (keys, expected) => {
    expect(outcome(`extends: capitalization\nscope: heading\n${keys}`, text).counts).toEqual([expected]);
  });

  it.each([
    ['match: $title', 'Write headings in title case.'],
    ['match: $title\nmessage: Big letters.', 'Big letters.'],
    ["match: $title\nmessage: \"'%s' should be like '%s'\"", 'Headings should be like'],
    ['match: "^X"', 'Capitalise as the style asks.'],
    ['match: "^X"\nmessage: Not %s.', 'Not such wording.'],
  ])('says what %j asks for', (keys, expected) => {
    expect(instructionOf(`extends: capitalization\nscope: heading\n${keys}`)).toBe(expected);
  });

  it('needs something to match', () => {
    expect(outcome('extends: capitalization\nmessage: x').problems).toEqual([
      's/R.yml:1: S.R: the key "match" is missing; the rule is left out.',
    ]);
    expect(outcome('extends: capitalization\nmatch: (x').rules).toEqual({});
  });
});

describe('what is not evaluated', () => {
  it.each([
    ['extends: spelling\nmessage: "Did you mean \'%s\'?"', 'Check the spelling of every word.'],
    ['extends: spelling\nmessage: Mind British spelling.', 'Mind British spelling.'],
    ['extends: readability\nmessage: "Grade (%s) is too high."', 'Grade is too high.'],
    ['extends: metric\nmessage: "Keep %s low."', 'Keep the score low.'],
  ])('has the message of %j', (file, expected) => {
    const { rules, counts } = outcome(file, 'some text');

    expect(rules['S.R']).toBe(expected);
    expect(counts).toEqual([0]);
  });

  it('is left out without a message', () => {
    expect(outcome('extends: sequence\ntokens: [{tag: PRP}]').problems).toEqual([
      's/R.yml:1: S.R (sequence) has no tokens to match; it is left out.',
    ]);
  });
});

describe('builtInRules', () => {
  it('makes rules of the vocabulary that survive odd words', () => {
    const accepted = ['Node.js', '__proto__', '(?i)x', 'Vue'].map(placed);
    const rules = builtInRules({ accepted, rejected: [placed('foo', 0)] });

    expect([...rules.keys()]).toEqual(['Vale.Repetition', 'Vale.Spelling', 'Vale.Terms', 'Vale.Avoid']);
    expect(outcome(rules.get('Vale.Terms')!, 'node.js, nodeXjs, VUE').counts).toEqual([1, 1]);
    expect(outcome(rules.get('Vale.Avoid')!, 'foo').counts).toEqual([1]);
  });
});

describe('patterns that RE2 cannot match', () => {
  it.each([
    ['extends: existence\nmessage: Not it.\ntokens: [b, "a(?=b)"]', [1]],
    ['extends: existence\nmessage: Not it.\nraw: ["a(?=b)"]\ntokens: [b]', [0]],
    ['extends: occurrence\nmessage: More of it.\nmin: 1\ntoken: "x(?=y)"', [0]],
    ['extends: conditional\nmessage: Define it.\nfirst: b\nsecond: "(x)(?=y)"', [0]],
    ['extends: consistency\nmessage: One of them.\neither: {"a(?=b)": b}', [0]],
    ['extends: capitalization\nmessage: As it is.\nmatch: "^x(?=y)"', [0]],
    ['extends: repetition\nmessage: Once.\ntokens: ["b(?= )"]', [0]],
  ])('count nothing as broken in %j', (file, expected) => {
    const { counts, rules, problems } = outcome(file, 'ab b');

    expect(counts).toEqual(expected);
    expect(Object.keys(rules)).toEqual(['S.R']);
    expect(problems).toEqual([expect.stringMatching(/ is not matched: RE2 does not support look-ahead\.$/)]);
  });

  it('are one rule of a long list, which every text is given', () => {
    const tokens = ['a, b, c, d, e, f, g, h', '"i(?=x)"', '"j(?=x)"'].join(', ');

    const { rules } = outcome(`extends: existence\nmessage: No %s.\ntokens: [${tokens}]`);

    expect(Object.entries(rules).slice(-2)).toEqual([
      ['S.R#8', 'No h.'],
      ['S.R#9', 'No i. No j.'],
    ]);
  });
});
