import fc from 'fast-check';

import {
  type RenewalAnswer,
  type RenewalQuestion,
  answerRenewal,
  askForRenewal,
  isQuestionOfPage,
  openRenewal,
  randomWord,
} from './renewal.js';

const known = { key: randomWord(), port: 4_747 };
const panel = { address: 'http://127.0.0.1:4747/the-new-secret/', key: 'the-next-key' };

describe('renewal', () => {
  it('tells the page that knows the key where the panel is, and everybody else nothing', async () => {
    const question = await askForRenewal(known);
    const answer = await answerRenewal(known, question, panel);

    expect(await isQuestionOfPage(known, question)).toBe(true);
    expect(await openRenewal(known, question, answer)).toEqual(panel);
    const said = JSON.stringify([question, answer]);
    for (const secret of [known.key, 'the-new-secret', 'the-next-key']) expect(said).not.toContain(secret);
  });

  it('accepts no answer of another key, another port or another question', async () => {
    const question = await askForRenewal(known);
    const others = [
      [{ ...known, key: randomWord() }, question],
      [{ ...known, port: 4_748 }, question],
      [known, await askForRenewal(known)],
    ] as const;

    for (const [key, asked] of others) {
      expect(await openRenewal(known, question, await answerRenewal(key, asked, panel))).toBeUndefined();
    }
  });

  it('takes no question of somebody who does not know the key, or is on another port', async () => {
    const others = [
      { ...known, key: randomWord() },
      { ...known, port: 4_748 },
    ];

    for (const other of others) expect(await isQuestionOfPage(known, await askForRenewal(other))).toBe(false);
    const proof = (await askForRenewal(known)).proof;
    expect(await isQuestionOfPage(known, { ...(await askForRenewal(known)), proof })).toBe(false);
  });

  it('never says the same twice', async () => {
    const question = await askForRenewal(known);
    const answers = [await answerRenewal(known, question, panel), await answerRenewal(known, question, panel)];

    expect(answers[0]?.sealed).not.toBe(answers[1]?.sealed);
  });

  it('is undone by any change of an answer or a question', async () => {
    const question = await askForRenewal(known);
    const answer = await answerRenewal(known, question, panel);
    const words = fc.oneof(fc.string(), fc.base64String(), fc.constant(randomWord()));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('nonce', 'proof', 'sealed'), words, async (field, word) => {
        const changed: RenewalAnswer = { ...answer, [field]: word };
        fc.pre(word !== answer[field]);
        expect(await openRenewal(known, question, changed)).toBeUndefined();
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('nonce', 'proof'), words, async (field, word) => {
        const changed: RenewalQuestion = { ...question, [field]: word };
        fc.pre(word !== question[field as keyof RenewalQuestion]);
        expect(await isQuestionOfPage(known, changed)).toBe(false);
      }),
    );
  });

  it.each([undefined, null, 7, 'text', {}, { nonce: 'a', proof: 'b' }])('takes %j for no answer', async (answer) => {
    expect(await openRenewal(known, await askForRenewal(known), answer)).toBeUndefined();
  });
});
