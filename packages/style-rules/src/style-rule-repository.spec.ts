import { cp, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IStyleRuleRepository } from '@lexichord/abstractions';
import { resolveToken } from '@lexichord/platform';
import { container as rootContainer } from 'tsyringe';

import { registerStyleRulesModule } from './style-rules-module.js';
import { StyleWorkspace, ids, rule } from './test-support/style-workspace.js';

const docsSite = fileURLToPath(new URL('fixtures/docs-site', import.meta.url));
let workspace: StyleWorkspace;

beforeEach(async () => (workspace = await StyleWorkspace.create()));
afterEach(() => workspace.remove());

describe('StyleRuleRepository', () => {
  it('has neither rules nor problems where there are no style files', async () => {
    expect(await workspace.repository().getRules('README.md')).toEqual({ rules: [], problems: [] });
  });

  describe('with the sample workspace', () => {
    beforeEach(() => cp(docsSite, workspace.root, { recursive: true }));

    it('lists the rules of a Markdown document, sorted by id, long lists entry by entry', async () => {
      const set = await workspace.repository().getRules('guide/start.md');

      expect(ids(set)).toEqual([
        'Acme.Acronyms',
        'Acme.Commas',
        'Acme.Doubled',
        ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `Acme.Fluff#${number}`),
        'Acme.Grade',
        'Acme.Headings',
        'Acme.Pronouns',
        'Acme.Script',
        'Acme.Spellings#1',
        'Acme.Spellings#2',
        'Acme.Terms#1',
        'Acme.Terms#2',
        'Acme.Terms#3',
        'Kind.Words#1',
        'Kind.Words#2',
        'Vale.Avoid',
        'Vale.Repetition',
        'Vale.Terms#1',
        'Vale.Terms#2',
        'house.no-shouting',
        'house.sign-in',
      ]);
    });

    it('takes Markdown for granted without a path, and maps formats', async () => {
      const repository = workspace.repository();

      const markdown = ids(await repository.getRules());

      expect(ids(await repository.getRules('page.mdx'))).toEqual(markdown);
      expect(ids(await repository.getRules('.\\guide\\page.txt'))).toEqual(markdown);
      expect(ids(await repository.getRules('main.ts')).every((id) => /^(?:Vale|house)\./.test(id))).toBe(true);
    });

    it('lets a later section take the place of an earlier one', async () => {
      const set = await workspace.repository().getRules('docs/api/index.md');

      expect(rule(set, 'Acme.Passive').severity).toBe('suggestion');
      expect(rule(set, 'Acme.Headings').severity).toBe('error');
      expect(ids(set).some((id) => id.startsWith('Kind.'))).toBe(false);
    });

    it('writes one line of instruction for each rule', async () => {
      const set = await workspace.repository().getRules('docs/api/index.md');
      const instructions = Object.fromEntries(set.rules.map(({ id, instruction }) => [id, instruction]));

      expect(instructions).toMatchObject({
        'Acme.Acronyms': "'XXX' has no definition.",
        'Acme.Commas': 'more than 3 commas in one sentence are hard to follow.',
        'Acme.Doubled': 'Do not write the same word twice in a row, as in "the the".',
        'Acme.Fluff#6': "Leave out 'please note' or 'please note that'.",
        'Acme.Grade': 'Keep the reading grade below 9.',
        'Acme.Headings': 'Headings should be in sentence case.',
        'Acme.Passive': "'is …ed', 'is known', 'was …ed' or 'was known' is passive.",
        'Acme.Pronouns': 'Check the pronoun in such wording.',
        'Acme.Script': 'Begin every page with a summary.',
        'Acme.Spellings#1': 'Use either "adviser" or "advisor" throughout, not both.',
        'Acme.Terms#1': "Use 'sign in to' instead of 'login to' or 'log in to'.",
        'Acme.Terms#2': "Use 'message' or 'note' instead of 'email', 'emails', 'e-mail' or 'e-mails'.",
        'Acme.Terms#3': "Use 'GitHub' instead of 'github' or 'git hub'.",
        'house.no-shouting': 'Do not shout. Avoid "ASAP".',
        'house.sign-in': 'Call it signing in. Use "sign in" instead of "log on".',
      });
    });

    it('counts what each rule looks for', async () => {
      const set = await workspace.repository().getRules('docs/api/index.md');
      const text = [
        '# Start With The Acme Cloud Guide',
        '',
        'Basically, log in to it and Log',
        'in to it again: send an e-mail. GitHub is fine, github is not!!',
        'It was known and is red. The the `log in` command, and API or HTTP. Application Interface (XYZ) gives XYZ.',
        'One, two, three, four, five. An adviser met an advisor.',
        '```',
        'log in',
        '```',
        'Call me ASAP to log  on.',
      ].join('\r\n');

      const counts = set.rules.map(({ id, countMatches }) => [id, countMatches(text)] as const);

      expect(Object.fromEntries(counts.filter(([, count]) => count > 0))).toEqual({
        'Acme.Acronyms': 2,
        'Acme.Commas': 1,
        'Acme.Fluff#1': 1,
        'Acme.Headings': 1,
        'Acme.Passive': 1,
        'Acme.Spellings#1': 1,
        'Acme.Terms#1': 2,
        'Acme.Terms#2': 1,
        'Acme.Terms#3': 1,
        'house.no-shouting': 2,
        'house.sign-in': 1,
      });
      expect(rule(set, 'Acme.Doubled').countMatches('He saw the the end.')).toBe(1);
    });

    it('finds each rule its category, with the overrides of the workspace', async () => {
      const { rules } = await workspace.repository().getRules('a.md');
      const categories = new Map(rules.map(({ id, category }) => [id, category]));

      expect(categories.get('Acme.Terms#1')).toBe('terminology');
      expect(categories.get('Acme.Headings')).toBe('formatting');
      expect(categories.get('Kind.Words#1')).toBe('tone');
      expect(categories.get('Acme.Commas')).toBe('formatting');
      expect(categories.get('house.no-shouting')).toBe('tone');
    });

    it('names what is wrong, with file and line, and keeps the rest', async () => {
      const { problems } = await workspace.repository().getRules('a.md');

      expect(problems).toEqual([
        'styles/Acme/Broken.yml:3: level is "loud"; allowed are suggestion, warning, error.',
        'styles/Acme/Script.yml:1: Acme.Script is a script, and scripts are not run: its message is used, but not its matches.',
        expect.stringMatching(
          /^\.agent\/style\.yml:16: rules\[2\]\.category: .*"terminology"\|"grammar".*the rule is left out\.$/,
        ),
        expect.stringMatching(/^\.agent\/style\.yml:22: categories: "Acme.Fluff" has no known category; allowed are /),
      ]);
    });

    it('gives the same rules again, byte for byte, from another instance', async () => {
      const one = await workspace.repository().getRules('a.md');
      const other = await workspace.repository().getRules('a.md');

      expect(JSON.stringify(other)).toBe(JSON.stringify(one));
    });

    it('hands out the same objects while nothing changes, and looks again when something does', async () => {
      const repository = workspace.repository();
      const first = await repository.getRules('a.md');

      expect((await repository.getRules('b.md')).rules).toBe(first.rules);

      await rm(join(workspace.root, 'styles/Kind/Words.yml'));
      expect(ids(await repository.getRules('a.md')).some((id) => id.startsWith('Kind.'))).toBe(false);

      await workspace.write('styles/Kind/New.yml', 'extends: existence\nmessage: "No %s."\ntokens: [foo]\n');
      expect(ids(await repository.getRules('a.md'))).toContain('Kind.New');

      await writeFile(join(workspace.root, '.vale.ini'), '[*.md]\nBasedOnStyles = Kind\n');
      await utimes(join(workspace.root, '.vale.ini'), 1, 1);
      expect(ids(await repository.getRules('a.md'))).toEqual(['Kind.New', 'house.no-shouting', 'house.sign-in']);
    });
  });

  it('notices a configuration that was not there before', async () => {
    const repository = workspace.repository();
    await repository.getRules();

    await workspace.writeOneRule('extends: existence\nmessage: Avoid it.\ntokens: [it]\n');

    expect(ids(await repository.getRules())).toEqual(['Own.Rule']);
  });

  it('leaves out rules below MinAlertLevel, which is warning when nothing is said', async () => {
    await workspace.writeOneRule('extends: existence\nlevel: suggestion\nmessage: Avoid it.\ntokens: [it]\n');
    expect(ids(await workspace.repository().getRules())).toEqual([]);

    await workspace.write('.vale.ini', 'MinAlertLevel = error\n[*.md]\nBasedOnStyles = Own\nOwn.Rule = error\n');
    expect(ids(await workspace.repository().getRules())).toEqual(['Own.Rule']);
  });

  it('loads a style of which only a single rule is switched on', async () => {
    await workspace.writeOneRule('extends: existence\nmessage: a\ntokens: [a]\n', '[*.md]\nOwn.Rule = YES\n');
    await workspace.write('styles/Own/Other.yml', 'extends: existence\nmessage: b\ntokens: [b]\n');

    expect(ids(await workspace.repository().getRules())).toEqual(['Own.Rule']);
  });

  it.each([
    [{ styleConfig: '' }, 'styleConfig'],
    [{ config: 'a' }, 'config is not a known key'],
  ])('refuses the options %j', (options, problem) => {
    const setup = { options: options as object };
    expect(() => registerStyleRulesModule(rootContainer.createChildContainer(), setup)).toThrow(problem);
  });

  it('leaves out patterns that cannot or must not be run, and keeps the others of the rule', async () => {
    await workspace.writeOneRule(
      'extends: existence\nmessage: "No \'%s\'."\ntokens:\n  - fine\n  - (open\n  - (a+){1001}$\n',
    );

    const set = await workspace.repository().getRules();

    expect(rule(set, 'Own.Rule').instruction).toBe("No 'fine'.");
    expect(set.problems).toEqual([
      'styles/Own/Rule.yml:5: Own.Rule: "(open" is left out: missing closing ).',
      'styles/Own/Rule.yml:6: Own.Rule: "(a+){1001}$" is left out: invalid repeat count.',
    ]);
  });

  it('reads a vocabulary once for all rules, and names its own lines', async () => {
    const names = Array.from({ length: 120 }, (_, index) => `R${String(index).padStart(3, '0')}`);
    await workspace.writeOneRule('', 'Vocab = Ours\n[*.md]\nBasedOnStyles = Own\n');
    for (const name of names) {
      await workspace.write(
        `styles/Own/${name}.yml`,
        'extends: existence\nmessage: Avoid it.\ntokens: ["simpl[ey]"]\n',
      );
    }
    // The patterns of one rule take a part of what all patterns together may.
    const words = Array.from({ length: 300 }, (_, index) => `(?i)platform-${index}-[a-z]{20}`);
    const file = 'styles/config/vocabularies/Ours/accept.txt';
    await workspace.write(file, `# Ours\n(open\n\n${words.join('\n')}\nsimply\n`);

    const set = await workspace.repository().getRules();

    expect(set.problems.filter((problem) => !problem.includes('Rule.yml'))).toEqual([
      `${file}:2: vocabulary: "(open" is left out: missing closing ).`,
    ]);
    expect(set.rules.map((each) => each.countMatches('A simple and simply simply.'))).toEqual(names.map(() => 1));
  });

  it('gives the message of a rule that RE2 cannot match, with the reason, and does not count by it', async () => {
    await workspace.writeOneRule(
      "extends: substitution\nmessage: \"Use '%s' instead of '%s'.\"\nnonword: true\n" +
        "swap:\n  'it is(?!\\.)': it's\n  utilize: use\n  '(\\w+) \\1': once\n",
    );

    const set = await workspace.repository().getRules();

    expect(set.rules.map(({ id, instruction, isListEntry }) => [id, instruction, isListEntry])).toEqual([
      ['Own.Rule#1', "Use 'it's' instead of 'it is'. Use 'once' instead of '(\\w+) \\1'.", undefined],
      ['Own.Rule#2', "Use 'use' instead of 'utilize'.", true],
    ]);
    expect(set.rules.map(({ countMatches }) => countMatches('it is the the end: utilize it'))).toEqual([0, 1]);
    expect(set.problems).toEqual([
      'styles/Own/Rule.yml:5: Own.Rule: "it is(?!\\.)" is not matched: RE2 does not support look-ahead.',
      'styles/Own/Rule.yml:7: Own.Rule: "(\\w+) \\1" is not matched: RE2 does not support back references.',
    ]);
  });

  it('counts within bounds what makes other engines go back for ever', async () => {
    await workspace.writeOneRule('extends: existence\nmessage: Slow.\nnonword: true\ntokens: ["(?:a|a|aa)+$"]\n');
    const repository = workspace.repository();
    const set = await repository.getRules();

    expect(rule(set, 'Own.Rule').countMatches(`${'a'.repeat(1_500)}b `.repeat(60))).toBe(0);
    expect(rule(set, 'Own.Rule').countMatches(`${'a'.repeat(1_000)}b aaa`)).toBe(1);
    expect((await repository.getRules()).problems).toEqual([]);
  });

  it('bounds the work for one text, not for all of them', async () => {
    await workspace.writeOneRule('extends: existence\nmessage: Long.\ntokens: ["[0-9]{900}[a-z]"]\n');
    const repository = workspace.repository();
    const set = await repository.getRules();

    for (let edit = 0; edit < 15; edit += 1) {
      expect(rule(set, 'Own.Rule').countMatches(`${'word '.repeat(4_000)}${edit}`)).toBe(0);
    }

    expect((await repository.getRules()).problems).toEqual([]);
  });

  it('stops a count that is too much work, and says so', async () => {
    await workspace.writeOneRule('extends: existence\nmessage: Slow.\nnonword: true\ntokens: ["[^b]{900}c?"]\n');
    const repository = workspace.repository();
    const set = await repository.getRules();

    expect(rule(set, 'Own.Rule').countMatches('a'.repeat(100_000))).toBe(0);

    expect((await repository.getRules()).problems).toEqual([
      'styles/Own/Rule.yml: Own.Rule is no longer counted: its patterns take too long on one text; simplify them.',
    ]);
  });

  it('keeps keys with dangerous names apart from objects', async () => {
    await workspace.writeOneRule(
      'extends: substitution\nmessage: ""\nswap:\n  __proto__: prototype\n  constructor: builder\n',
      '[__proto__]\nOwn.Rule = NO\n[constructor]\nkeys = x\n[*.md]\nBasedOnStyles = Own\n',
    );

    const set = await workspace.repository().getRules();

    expect(set.rules.map(({ instruction }) => instruction)).toEqual([
      'Use "prototype" instead of "__proto__".',
      'Use "builder" instead of "constructor".',
    ]);
    expect(rule(set, 'Own.Rule#2').countMatches('the constructor')).toBe(1);
    expect(typeof Object.keys).toBe('function');
  });

  it('rejects with the reason of a signal that was aborted', async () => {
    const reason = new DOMException('stop', 'AbortError');

    await expect(workspace.repository().getRules('a.md', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('shares one look at the files between callers', async () => {
    await workspace.writeOneRule('extends: existence\nmessage: a\ntokens: [a]\n');
    const repository = workspace.repository();

    const [one, other] = await Promise.all([repository.getRules(), repository.getRules()]);

    expect(other.rules).toBe(one.rules);
  });

  it('is registered once for each container', () => {
    const container = workspace.container();

    const repository = resolveToken(container, IStyleRuleRepository);

    expect(resolveToken(container, IStyleRuleRepository)).toBe(repository);
    expect(resolveToken(workspace.container(), IStyleRuleRepository)).not.toBe(repository);
  });
});
