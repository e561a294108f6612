import { LexichordError } from '@lexichord/abstractions';
import { RecordingLogger } from '@lexichord/testing';

import { RecordingListener } from './test-support/recording-listener.js';
import { Viewers, maxViewers } from './viewers.js';

const rememberedMs = 120_000;

describe('Viewers', () => {
  let viewers: Viewers;
  let logger: RecordingLogger;
  let forgotten: string[];

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    logger = new RecordingLogger();
    forgotten = [];
    viewers = new Viewers(logger, ({ viewerId }) => forgotten.push(viewerId));
  });

  afterEach(() => {
    viewers.close();
    jest.useRealTimers();
  });

  it('remembers one that went away for a while', () => {
    const viewer = viewers.get('viewer-one');
    const leave = viewer.attach(new RecordingListener(), []);
    jest.advanceTimersByTime(2 * rememberedMs);
    expect(viewers.listening).toBe(1);

    leave();
    viewers.left(viewer);
    jest.advanceTimersByTime(rememberedMs - 1);
    expect(viewers.get('viewer-one')).toBe(viewer);
    jest.advanceTimersByTime(1);

    expect(forgotten).toEqual(['viewer-one']);
    expect(viewers.find('viewer-one')).toBeUndefined();
  });

  it('cancels what a forgotten one had under way', () => {
    const viewer = viewers.get('viewer-one');
    const controller = new AbortController();
    viewer.assembly = { correlationId: 'a', controller };

    jest.advanceTimersByTime(rememberedMs);

    expect(controller.signal.aborted).toBe(true);
  });

  it('forgets the one that has been away longest for a new one, and none that listens', () => {
    const all = Array.from({ length: maxViewers }, (_, index) => viewers.get(`viewer-${index}`));
    const leaving = all.map((viewer) => viewer.attach(new RecordingListener(), []));
    expect(() => viewers.get('viewer-more')).toThrow(LexichordError);
    for (const index of [3, 1]) {
      leaving[index]?.();
      viewers.left(all[index]!);
    }

    viewers.get('viewer-more');

    expect(forgotten).toEqual(['viewer-3']);
  });

  it('logs what a listener throws, and nothing of what it was told', async () => {
    const other = new RecordingListener();
    const viewer = viewers.get('viewer-one');
    viewer.attach(
      {
        onMessage: () => {
          throw new RangeError('on purpose');
        },
        onStatus: () => undefined,
      },
      [],
    );
    viewer.attach(other, []);

    viewer.send({ kind: 'document-changed', path: 'private.md' });
    await other.next('document-changed');

    expect(logger.templates('error')).toEqual(['A listener to the preview failed']);
    expect(JSON.stringify(logger.lines)).not.toContain('private');
  });

  it('knows nobody any more when it is closed', async () => {
    const listener = new RecordingListener();
    viewers.get('viewer-one').attach(listener, []);

    viewers.close();
    viewers.close();
    await listener.status('closed');

    expect(listener.kinds()).toEqual(['stopping']);
    expect(viewers.listening).toBe(0);
    expect(() => viewers.get('viewer-one')).toThrow(LexichordError);
    expect(jest.getTimerCount()).toBe(0);
  });
});
