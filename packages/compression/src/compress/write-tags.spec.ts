import { BpeTokenCounter } from '@lexichord/tokenizer';
import { WordRarity } from '../language/word-rarity.js';
import { messagesOf, sentencesIn } from '../language/test-support/messages.js';
import { writeTags } from './write-tags.js';

const counter = new BpeTokenCounter({ encoding: 'o200k_base' });

async function tagsOf(lines: readonly string[], maxTokens: number, times: readonly number[] = []): Promise<string> {
  const messages = messagesOf(lines).map((message, index) => ({ ...message, timestampMs: times[index] }));
  return writeTags(
    {
      messages,
      sentences: await sentencesIn(messages),
      rarity: await WordRarity.load(),
      countTokens: (text) => counter.countTokens(text),
    },
    maxTokens,
  );
}

const talk = [
  'Ann: The billing service crashed in Lisbon. I looked at src/billing/run.ts.',
  'Bob: Kubernetes killed the billing service because of its memory limit.',
];

describe('writeTags', () => {
  it('says when, who, and what it was about, on one line', async () => {
    const line = await tagsOf(talk, 60, [Date.UTC(2024, 0, 1), Date.UTC(2024, 1, 2)]);

    const [when, who, what] = line.split(' · ');
    expect([when, who]).toEqual(['2024-01-01–02-02', 'Ann (user), Bob (user)']);
    expect(what?.split(', ')).toEqual(
      expect.arrayContaining(['billing service', 'Lisbon', 'src/billing/run.ts', 'Kubernetes']),
    );
    expect(line).not.toContain('\n');
  });

  it.each([
    ['Chinese', '登录失败，令牌过期。', '登录失败'],
    ['Japanese', '同期のサーバーが落ちた。', 'サーバー'],
    ['Thai', 'ค้นหา ไฟล์', 'ค้นหา'],
  ])('takes short runs of %s for words', async (_what, text, tag) => {
    expect(await tagsOf([text], 60)).toContain(tag);
  });

  it.each([10, 20, 30, 40])('stays within %d tokens', async (maxTokens) => {
    expect(counter.countTokens(await tagsOf(talk, maxTokens))).toBeLessThanOrEqual(maxTokens);
  });

  it('names days of two years, one day once, and neither roles nor speakers again', async () => {
    const years = [Date.UTC(2023, 11, 31), Date.UTC(2024, 0, 1)];
    expect(await tagsOf(['Yes.', 'No.'], 30, years)).toBe('2023-12-31–2024-01-01');
    expect(await tagsOf(['Yes.', 'No.'], 30, [0, 60_000])).toBe('1970-01-01');
    expect(await tagsOf(['Ann: Ann lives in Oslo.', 'Bob: So does Ann, she says.'], 30)).toMatch(
      /^Ann \(user\), Bob \(user\) · Oslo/u,
    );
  });

  it('finds words in code and in scripts without spaces', async () => {
    expect(await tagsOf(['```\nreadInvoices(path)\n```'], 30)).toContain('readInvoices');
    expect(await tagsOf(['東京タワーに行きました。'], 30)).toMatch(/東京|タワー/u);
    expect(await tagsOf([''], 30)).toBe('');
  });
});
