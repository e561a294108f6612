import { createHash } from 'node:crypto';

import {
  type CheckReport,
  type CompressedSegment,
  IChatCompletionService,
  IConversationMemory,
  type LevelMaking,
  type StateCheckOptions,
} from '@lexichord/abstractions';
import { resolveToken } from '@lexichord/platform';
import { IDatabase, equals } from '@lexichord/storage';

import type { CompressionOptionsInput } from '../compression-options.js';
import { createCheck } from '../compression-services.js';
import { aLongTalk } from '../compress/test-support/a-segment.js';
import { PlannedChat } from '../compress/test-support/planned-chat.js';
import { conversationHash, segmentIdOf } from '../segment-id.js';
import { type LevelRow, type SegmentRow, levelTable, logTable, segmentTable } from '../store/compression-tables.js';
import { type AMemory, aMemory } from '../test-support/a-memory.js';

const talk = aLongTalk(70).map(({ speaker, content, timestampMs }) => ({
  role: 'user',
  speaker,
  content,
  timestampMs,
}));
const [first, second] = [segmentIdOf('c', 1), segmentIdOf('c', 2)];

describe('ConversationCheck', () => {
  let template: AMemory;
  let opened: AMemory;

  beforeAll(async () => {
    template = await aStoredTalk();
    // Its folder stays: compressing the talk for each test would take most of the time of this file.
    await template.container.dispose();
  });

  afterAll(() => template.dispose());

  async function aConversation(): Promise<void> {
    opened = await aMemory({}, 'Teams', template.folder);
  }

  afterEach(() => opened.dispose());

  async function check(options?: StateCheckOptions): Promise<Readonly<Record<string, CheckReport>>> {
    const reports = await createCheck(opened.container).run(options);
    return Object.fromEntries(reports.map((report) => [report.kind, report]));
  }

  const levelsTable = () => resolveToken(opened.container, IDatabase).table(levelTable);
  const segmentsTable = () => resolveToken(opened.container, IDatabase).table(segmentTable);

  /** Writes rows of levels with right checksums, whatever they say. */
  async function writeLevels(change: (row: (key: string) => LevelRow) => readonly LevelRow[]): Promise<void> {
    const table = await levelsTable();
    const keys = [first, second].flatMap((id) => [1, 2, 3].map((level) => `${id}:${level}`));
    const rows = await table.get(keys);
    await table.upsert(change((key) => rows.get(key)!));
  }

  async function writeSegment(change: (row: SegmentRow) => SegmentRow): Promise<void> {
    const table = await segmentsTable();
    await table.upsert([change((await table.get([second])).get(second)!)]);
  }

  const withRest = (row: LevelRow, change: (rest: CompressedSegment) => object): LevelRow => {
    const rest = JSON.parse(row.rest) as CompressedSegment;
    return { ...row, rest: JSON.stringify({ ...rest, ...change(rest) }) };
  };

  const shown = (level: 1 | 2 | 3): Promise<CompressedSegment> =>
    resolveToken(opened.container, IConversationMemory).segment(first, level);

  it('says how much of a whole conversation it has compared', async () => {
    await aConversation();
    const names: string[] = [];

    const reports = await check({ onProgress: ({ name }) => names.push(name) });

    const segments = await (await segmentsTable()).count(equals('conversation', conversationHash('c')));
    expect(reports['conversation-segments']).toMatchObject({ checked: segments - 1, problems: 0 });
    expect(reports['compressed-levels']).toMatchObject({ checked: 3 * (segments - 1), problems: 0, uncompared: 0 });
    expect(reports['segment-messages']!.checked).toBeGreaterThan(40);
    expect(new Set(names).size).toBe(3);
  });

  it('compares levels with the shares that they were made with', async () => {
    opened = await aStoredTalk({ shares: { detailed: 0.5, brief: 0.2, tags: 0.05 } });
    const { container } = opened;
    const other = await aMemory();
    other.container.register(IDatabase, { useValue: resolveToken(container, IDatabase) });

    const [, , levels] = await createCheck(other.container).run();

    expect(levels).toMatchObject({ problems: 0, uncompared: 0 });
    expect(levels!.checked).toBeGreaterThan(3);
    await other.dispose();
  });

  it('finds texts that were exchanged between segments, and makes them again to the byte', async () => {
    await aConversation();
    const before = await shown(2);
    await writeLevels((row) => [
      { ...row(`${first}:2`), content: row(`${second}:2`).content },
      { ...row(`${second}:2`), content: row(`${first}:2`).content },
    ]);
    expect((await shown(2)).content).not.toBe(before.content);

    const { 'compressed-levels': found } = await check();
    const { 'compressed-levels': mended } = await check({ repairs: true });
    const { 'compressed-levels': after } = await check();

    expect(found).toMatchObject({
      problems: 2,
      findings: [first, second].map((subject) => ({
        subject,
        problem: expect.stringMatching(
          /^Its brief level: its text .*"lexichord doctor --deep --repair" to rebuild it/u,
        ) as string,
        isMended: false,
      })),
    });
    expect(mended).toMatchObject({ problems: 2, findings: [{ isMended: true }, { isMended: true }] });
    expect(after).toMatchObject({ problems: 0 });
    expect(await shown(2)).toEqual({ ...before, compressedMs: expect.any(Number) as number });
  });

  it.each<[string, string, (row: LevelRow) => LevelRow]>([
    ['its text', 'its text', (row) => ({ ...row, content: row.content.replace('e', 'a') })],
    ['its anchors', 'its anchors', (row) => withRest(row, ({ anchors }) => ({ anchors: anchors.slice(1) }))],
    [
      'its markers',
      'its markers',
      (row) => withRest(row, ({ markers }) => ({ markers: markers.map((one) => ({ ...one, messageIds: ['m1'] })) })),
    ],
    ['its counts', 'its token counts', (row) => withRest(row, () => ({ originalTokenCount: 1 }))],
    ['how it was made', 'has no record of how it was created', (row) => withRest(row, () => ({ making: undefined }))],
    [
      'anchors that nobody can have found',
      'its text',
      (row) =>
        withRest(row, ({ anchors, making }) => ({
          anchors: anchors.map((anchor) => ({ ...anchor, text: 'We never said this.' })),
          making: { ...making, anchorsBy: 'model' },
        })),
    ],
  ])('finds a level with another value of %s, and makes it again', async (_what, problem, change) => {
    await aConversation();
    await writeLevels((row) => [change(row(`${first}:1`))]);

    const { 'compressed-levels': found } = await check({ repairs: true });

    expect(found).toMatchObject({
      problems: 1,
      findings: [{ subject: first, problem: expect.stringContaining(problem) as string, isMended: true }],
    });
    expect((await check())['compressed-levels']).toMatchObject({ problems: 0 });
  });

  it('says how many levels a language model made, and compares what lies below them', async () => {
    opened = await aMemory({ method: 'abstractive', chat: { endpoint: 'http://127.0.0.1:1', model: 'none' } });
    const chat = new PlannedChat({ level: () => '(1-2) They talked about work.' });
    opened.container.register(IChatCompletionService, { useValue: chat });
    await resolveToken(opened.container, IConversationMemory).add('c', talk);
    const asked = chat.asked.length;

    const { 'compressed-levels': levels } = await check();

    const [rowByModel] = await rowsBy('model');
    const byModel = (await rowsBy('model')).length;
    expect(rowByModel?.content).toContain('They talked about work.');
    expect(byModel).toBeGreaterThan(0);
    expect(levels).toMatchObject({
      problems: 0,
      uncompared: byModel,
      uncomparedReason: expect.stringContaining('language model') as string,
    });
    expect(levels!.checked).toBe(byModel + (await rowsBy('rules')).length);
    expect(chat.asked).toHaveLength(asked);
  });

  async function rowsBy(maker: LevelMaking['by']): Promise<readonly LevelRow[]> {
    const rows: LevelRow[] = [];
    for await (const batch of (await levelsTable()).scan()) rows.push(...batch);
    return rows.filter(({ rest }) => (JSON.parse(rest) as CompressedSegment).making?.by === maker);
  }

  it('leaves levels alone that were counted with another tokenizer', async () => {
    await aConversation();
    await writeLevels((row) => [
      withRest(row(`${first}:1`), ({ making }) => ({ making: { ...making, counter: 'cl100k_base' } })),
    ]);

    expect((await check())['compressed-levels']).toMatchObject({
      problems: 0,
      uncompared: 1,
      uncomparedReason: expect.stringContaining('tokenizer') as string,
    });
  });

  it.each<[string, (row: LevelRow) => LevelRow]>([
    ['cannot be read', (row) => ({ ...row, rest: '{' })],
    ['is of a segment that is not stored', (row) => ({ ...row, ...placeOf(99, row) })],
    ['is of other messages', (row) => withRest(row, () => ({ source: { life: 1, firstMessage: 0, messageCount: 1 } }))],
    ['is of a conversation that is not stored', (row) => ({ ...row, conversation: '00000000' })],
  ])('removes a level that %s, so that it is made anew', async (_what, change) => {
    await aConversation();
    const before = await shown(3);
    await writeLevels((row) => [change(row(`${first}:3`))]);

    const { 'compressed-levels': found } = await check();
    const { 'compressed-levels': mended } = await check({ repairs: true });

    expect(found!.problems).toBeGreaterThan(0);
    expect(found!.findings[0]).toMatchObject({ isMended: false });
    expect(mended!.findings[0]).toMatchObject({ isMended: true });
    expect((await check())['compressed-levels']).toMatchObject({ problems: 0 });
    expect((await shown(3)).content).toBe(before.content);
  });

  it.each<[string, string, (row: SegmentRow) => SegmentRow]>([
    ['begins elsewhere', 'does not start at the end', (row) => ({ ...row, firstMessage: row.firstMessage + 1 })],
    ['is of another life', 'belongs to a removed conversation with the same id', (row) => ({ ...row, life: 2 })],
    ['has another place', 'at the position of another', (row) => ({ ...row, place: row.place + 0.5 })],
    ['names messages that are not there', 'are not stored', (row) => ({ ...row, messageIds: namesFor(row, 'x') })],
    ['cannot be read', 'cannot be read', (row) => ({ ...row, messageIds: '{' })],
    [
      'has a stray anchor',
      'anchors refer to messages',
      (row) => ({ ...row, anchors: JSON.stringify([{ messageId: 'm0' }]) }),
    ],
  ])('names a segment that %s', async (_what, problem, change) => {
    await aConversation();
    await writeSegment(change);

    const { 'conversation-segments': found } = await check({ repairs: true });

    expect(found!.findings[0]).toMatchObject({
      subject: second,
      problem: expect.stringContaining(problem) as string,
      isMended: false,
    });
  });

  it('names segments whose messages, head or conversation are gone', async () => {
    await aConversation();
    const database = resolveToken(opened.container, IDatabase);
    const log = await database.table(logTable);
    await log.deleteWhere(equals('id', 'm3'));
    await (await segmentsTable()).deleteWhere(equals('number', 0));

    const { 'conversation-segments': found } = await check();
    await log.deleteWhere(equals('conversation', conversationHash('c')));
    const { 'conversation-segments': stray, 'compressed-levels': levels } = await check();

    expect(found!.findings).toMatchObject([
      { subject: first, problem: expect.stringContaining('are not stored') as string },
      { subject: segmentIdOf('c', 0), problem: expect.stringContaining('does not match the last') as string },
    ]);
    expect(stray!.findings[0]?.problem).toContain('conversation "c", which is not stored');
    expect(levels!.findings[0]?.problem).toContain('conversation that is not stored');
  });

  it('stops when it is told to', async () => {
    await aConversation();
    const controller = new AbortController();
    const stopped = check({ signal: controller.signal, onProgress: () => controller.abort(new Error('enough')) });

    await expect(stopped).rejects.toThrow('enough');
  });

  it('is told by the version of the table that rules make other levels', async () => {
    await aConversation();

    const contents = await Promise.all(([1, 2, 3] as const).map(async (level) => (await shown(level)).content));

    // Raise `extractionVersion` with this: else levels that were stored before are taken for damaged.
    const digest = createHash('sha256').update(contents.join('\0')).digest('hex').slice(0, 16);
    expect([levelTable.version, digest]).toEqual([6, '2223b33002f337b1']);
  });
});

async function aStoredTalk(options: CompressionOptionsInput = {}): Promise<AMemory> {
  const memory = await aMemory(options);
  await resolveToken(memory.container, IConversationMemory).add('c', talk);
  return memory;
}

function placeOf(number: number, row: LevelRow): Partial<LevelRow> {
  const segmentId = segmentIdOf('c', number);
  const rest = { ...(JSON.parse(row.rest) as CompressedSegment), segmentId };
  return { key: `${segmentId}:3`, number, rest: JSON.stringify(rest), place: row.place + (number - 1) * 4 };
}

function namesFor({ messageCount }: SegmentRow, prefix: string): string {
  return JSON.stringify(Array.from({ length: messageCount }, (_, index) => `${prefix}${index}`));
}
