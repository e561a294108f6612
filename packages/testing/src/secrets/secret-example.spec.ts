import { allSecretExamples, exampleRules, secretExample } from './secret-example.js';

describe('secretExample', () => {
  it('makes the same secret of the same seed, and another of another', () => {
    expect(secretExample('databricks', 2)).toEqual(secretExample('databricks', 2));
    expect(secretExample('databricks', 4).text).not.toBe(secretExample('databricks', 2).text);
  });

  it('fills a format with characters of its alphabets, and names what must not get out', () => {
    const { text, values } = secretExample('aws', 0);

    expect(text).toMatch(/^aws_secret_access_key = "[A-Za-z0-9+/]{40}"$/u);
    expect(values).toEqual([text.slice('aws_secret_access_key = "'.length, -1)]);
    expect(secretExample('heroku-legacy', 1).text).toMatch(
      /^HEROKU_API_KEY=[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u,
    );
  });

  it('has every format of every rule, each with a digit in what is secret', () => {
    const examples = allSecretExamples(7);

    expect(new Set(examples.map(({ rule }) => rule))).toEqual(new Set(exampleRules));
    for (const { text, values } of examples) {
      expect(text).not.toMatch(/[«»]|\{[a-zA-Z]\d*\}/u);
      for (const value of values) expect(text).toContain(value);
      expect(values.join('')).toMatch(/\d/u);
    }
  });
});
