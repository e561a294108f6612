import { type IndexSetup, TemporaryIndexes } from '../test-support/an-index.js';
import { WordProvider } from '../test-support/counting-provider.js';
import { MemoryWorkspace } from '../test-support/memory-workspace.js';

const subjects = 40;
const fileCount = 150;
const paragraphsPerFile = 20;

/** Numbers from 0 to 1, the same in every run. */
function numbers(): () => number {
  let state = 11;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** A word of letters; the lower the number, the more often it is wanted. */
function wordOf(number: number): string {
  return `w${number.toString(26).replaceAll(/[0-9a-p]/gu, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)))}`;
}

/** Words as texts have them: few of them often, some of them of a subject. */
function words(random: () => number, count: number, subject: number): string {
  return Array.from({ length: count }, () => {
    const isOfSubject = random() < 0.3;
    const rank = Math.floor(Math.exp(random() * Math.log(isOfSubject ? 30 : 3_000)));
    return wordOf(isOfSubject ? 4_000 + subject * 30 + rank : rank);
  }).join(' ');
}

/** Some 3,000 chunks. */
function someFiles(random: () => number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: fileCount }, (_, file) => {
      const subject = file % subjects;
      const paragraphs = Array.from({ length: paragraphsPerFile }, (_unused, paragraph) => {
        const text = words(random, 10 + Math.floor(random() * 60), subject);
        return paragraph % 2 === 0 ? `def ${wordOf(9_000 + file * 100 + paragraph)}\n${text}\n` : `${text}\n`;
      });
      return [`part${subject}/file${file}.py`, paragraphs.join('\n')];
    }),
  );
}

describe('candidates of tables and of memory', () => {
  const indexes = new TemporaryIndexes();

  afterEach(() => indexes.dispose());

  // What ADR 0099 states.
  it('have nine of the first ten hits in common, for at least 95 of a hundred queries', async () => {
    const random = numbers();
    const workspace = new MemoryWorkspace(someFiles(random));
    const make = async (maxChunksInMemory: number): Promise<IndexSetup> => {
      const choice = { workspace, maxChunksInMemory, maxFileSizeBytes: 100_000, provider: new WordProvider() };
      const setup = await indexes.make(choice);
      expect((await setup.index.update()).chunks).toBe(fileCount * paragraphsPerFile);
      return setup;
    };
    const [memory, tables] = [await make(10_000), await make(100)];
    const hitsOf = async ({ search }: IndexSetup, query: string): Promise<readonly string[]> =>
      (await search.search(query, { purpose: 'pack' })).hits.map(
        ({ filePath, startLine }) => `${filePath}:${startLine}`,
      );

    let alike = 0;
    for (let query = 0; query < 100; query += 1) {
      const text = words(random, 2 + (query % 12), query % subjects);
      const [expected, found] = [await hitsOf(memory, text), new Set(await hitsOf(tables, text))];
      const shared = expected.filter((hit) => found.has(hit)).length;
      alike += shared >= expected.length - 1 ? 1 : 0;
    }

    expect(alike).toBeGreaterThanOrEqual(95);
  });
});
