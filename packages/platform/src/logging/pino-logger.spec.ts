import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import fc from 'fast-check';

import { createPinoLogger, withLogScreen } from './pino-logger.js';
import type { LogLevels } from './log-level.js';

const clock = { now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 6), monotonicMs: () => 0, startTimer: () => () => undefined };

async function aLogger(levels: LogLevels = { level: 'debug' }) {
  const raw: string[] = [];
  const logger = createPinoLogger({ levels, clock, destination: { write: (line) => void raw.push(line) } });
  const lines = () => raw.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { logger, raw, lines };
}

describe('PinoLogger', () => {
  it('writes one JSON line with the time of the clock, level, source, template, fields and the filled message', async () => {
    const { logger, raw, lines } = await aLogger();

    logger.forSource('ContextPacker').info('Packed {chunkCount} chunks', { chunkCount: 3, partial: false });

    expect(lines()).toEqual([
      {
        level: 'info',
        time: '2026-01-02T03:04:05.006Z',
        source: 'ContextPacker',
        template: 'Packed {chunkCount} chunks',
        chunkCount: 3,
        partial: false,
        msg: 'Packed 3 chunks',
      },
    ]);
    expect(raw[0]).toMatch(/^[^\n]*\n$/);
  });

  it('writes warnings and errors alone unless told otherwise', async () => {
    const raw: string[] = [];
    const logger = createPinoLogger({ clock, destination: { write: (line) => void raw.push(line) } });

    logger.debug('d');
    logger.info('i');
    logger.warn('w');
    logger.error('e');

    expect(raw.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['w', 'e']);
  });

  it('gives a component its own level, by its name in snake_case (T-016: logging.context_packer)', async () => {
    const { logger, lines } = await aLogger({
      level: 'error',
      context_packer: 'debug',
      ranker: 'silent',
    });

    logger.forSource('ContextPacker').debug('seen');
    logger.forSource('Ranker').error('not seen');
    logger.forSource('Chunker').warn('not seen');

    expect(lines().map(({ msg }) => msg)).toEqual(['seen']);
  });

  it('changes levels for every logger of the same origin', async () => {
    const { logger, lines } = await aLogger({ level: 'silent' });
    const derived = logger.forSource('Ranker');
    derived.error('before');

    logger.changeLevels({ level: 'info' });
    derived.info('after');

    expect(lines().map(({ msg }) => msg)).toEqual(['after']);
  });

  it('carries the correlation id across awaits and keeps concurrent work apart', async () => {
    const { logger, lines } = await aLogger();
    const work = (id: string) =>
      logger.withCorrelation(id, async () => {
        await Promise.resolve();
        logger.forSource('Worker').info('work {id}', { id });
      });

    await Promise.all([work('one'), work('two')]);
    logger.info('outside');

    expect(lines().map(({ correlationId, msg }) => [correlationId, msg])).toEqual([
      ['one', 'work one'],
      ['two', 'work two'],
      [undefined, 'outside'],
    ]);
  });

  it('keeps the correlation id of one origin out of the lines of another', async () => {
    const [one, other] = [await aLogger(), await aLogger()];

    one.logger.withCorrelation('one', () => other.logger.info('of the other'));

    expect(other.lines().map(({ correlationId }) => correlationId)).toEqual([undefined]);
  });

  it('logs an error by name, code, message, stack and cause', async () => {
    const { logger, lines } = await aLogger();
    const error = new LexichordError(ErrorCode.ioFailed, 'Disk is full.', { cause: new RangeError('no\nroom') });

    logger.error('Writing failed', {}, error);

    expect(lines()[0]?.['error']).toEqual({
      name: 'LexichordError',
      code: 'io-failed',
      message: 'Disk is full.',
      stack: expect.stringMatching(/^at /) as unknown,
      cause: { name: 'RangeError', message: 'no\\nroom', stack: expect.stringMatching(/^at /) as unknown },
    });
  });

  it('logs what was thrown without being an error, but never an object that could be content', async () => {
    const { logger, lines } = await aLogger();

    logger.error('a', {}, 'text');
    logger.error('b', {}, { content: 'SECRET' });
    logger.warn('c {list} {big}', { list: ['SECRET'], big: 10n } as never);

    expect(lines().map(({ error, msg }) => error ?? msg)).toEqual([
      { name: 'string', message: 'text' },
      { name: 'object', message: '[object]' },
      'c [array] 10',
    ]);
  });

  it('has texts of fields and errors screened as a whole, before they are cut', async () => {
    const raw: string[] = [];
    const screen = (text: string): string => text.replaceAll('pass'.repeat(100), 'x');
    const logger = createPinoLogger({ clock, screen, destination: { write: (line) => void raw.push(line) } });
    const text = `${'a'.repeat(200)}${'pass'.repeat(100)}`;

    logger.error('{text}', { text }, new Error(text, { cause: text }));
    // What looks like a frame of the stack may be a line of the message.
    logger.error('x', {}, new Error(`failed\n    at ${text}`));

    expect(raw.join('')).toContain(`"${'a'.repeat(200)}x"`);
    expect(raw.join('')).not.toContain('pass');
  });

  it('screens the lines of one call by what is known of it alone, beside what is screened anyway', async () => {
    const raw: string[] = [];
    const destination = { write: (line: string) => void raw.push(line) };
    const logger = createPinoLogger({ clock, screen: (text) => text.replace('all', '1'), destination });
    const log = async (): Promise<void> => {
      await Promise.resolve();
      logger.error('{text}', { text: 'all inner outer' }, new Error('inner'));
    };

    const inCall = withLogScreen(
      (text) => text.replace('outer', '3'),
      () => logger.withCorrelation('one', () => withLogScreen((text) => text.replace('inner', '2'), log)),
    );
    await Promise.all([inCall, log()]);

    const lines = raw.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ msg, error, correlationId }) => [msg, (error as Error).message, correlationId])).toEqual([
      ['1 2 3', '2', 'one'],
      ['1 inner outer', 'inner', undefined],
    ]);
  });

  it('ends a chain of causes that goes round in a circle', async () => {
    const { logger, lines } = await aLogger();
    const error = new TypeError('round');
    error.cause = error;

    logger.error('x', {}, error);

    expect(lines()).toHaveLength(1);
  });

  it('keeps its own names from fields of the same name', async () => {
    const { logger, lines } = await aLogger();

    logger.info('{level} of {msg}', { level: 'debug', msg: 'forged', source: 'Other', __proto__: null });

    expect(lines()).toEqual([
      {
        level: 'info',
        time: '2026-01-02T03:04:05.006Z',
        source: 'Lexichord',
        template: '{level} of {msg}',
        level_: 'debug',
        msg_: 'forged',
        source_: 'Other',
        msg: 'debug of forged',
      },
    ]);
  });

  it('leaves names without a field as they are, and never fills a value again', async () => {
    const { logger, lines } = await aLogger();

    logger.info('{a} {b} {toString} %s', { a: '{b}', b: undefined });

    expect(lines()[0]?.['msg']).toBe('{b} {b} {toString} %s');
  });

  it('writes numbers that JSON lacks as text, and null as null', async () => {
    const { logger, lines } = await aLogger();

    logger.info('{ratio} {nothing}', { ratio: Number.NaN, nothing: null });

    expect(lines()[0]).toMatchObject({ ratio: 'NaN', nothing: null, msg: 'NaN null' });
  });

  it('writes one line of bounded length that shows no control character, for any text', async () => {
    const { logger, raw, lines } = await aLogger();
    const hostile = fc.string({ unit: 'binary', maxLength: 2_000 });

    fc.assert(
      fc.property(hostile, hostile, (text, correlationId) => {
        raw.length = 0;
        logger.withCorrelation(correlationId, () => logger.warn('{text}', { text }));
        const [line] = lines();
        const { text: logged, msg, correlationId: id } = line as Record<string, string>;
        for (const value of [logged, msg, id]) {
          expect(value).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}]/u);
        }
        expect(text.length > 500 ? logged : '…').toContain('…');
        expect(raw).toHaveLength(1);
      }),
    );
  });
});
