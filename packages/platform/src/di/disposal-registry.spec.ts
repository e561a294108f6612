import { isLexichordError } from '@lexichord/abstractions';

import { DisposalRegistry } from './disposal-registry.js';

describe('DisposalRegistry', () => {
  it('frees in reverse order, one after the other', async () => {
    const freed: string[] = [];
    const registry = new DisposalRegistry();
    registry.add('first', () => void freed.push('first'));
    registry.add('second', async () => {
      await Promise.resolve();
      freed.push('second');
    });

    await registry.dispose();

    expect(freed).toEqual(['second', 'first']);
  });

  it('frees everything once, also when it is asked twice at the same time', async () => {
    const dispose = jest.fn();
    const registry = new DisposalRegistry();
    registry.add('thing', dispose);

    await Promise.all([registry.dispose(), registry.dispose()]);
    await registry.dispose();

    expect(dispose).toHaveBeenCalledTimes(1);
  });

  it('goes on after a failure and names all of them at the end', async () => {
    const freed: string[] = [];
    const registry = new DisposalRegistry();
    registry.add('watcher', () => {
      throw new TypeError('busy');
    });
    registry.add('store', () => void freed.push('store'));
    registry.add('server', () => Promise.reject(new TypeError('port')));

    const error: unknown = await registry.dispose().catch((reason: unknown) => reason);

    expect(freed).toEqual(['store']);
    expect(isLexichordError(error) && [error.code, error.message, error.details]).toEqual([
      'internal',
      'Could not free everything: server (port); watcher (busy).',
      { failed: ['server', 'watcher'] },
    ]);
    expect((error as { cause: AggregateError }).cause.errors).toHaveLength(2);
  });

  it('refuses what comes too late to be freed', async () => {
    const registry = new DisposalRegistry();
    await registry.dispose();

    expect(() => registry.add('late', () => undefined)).toThrow('"late" was opened after');
  });
});
