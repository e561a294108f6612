import { sharedSignal } from './shared-signal.js';

describe('sharedSignal', () => {
  it('aborts with the reason of the first signal that does, however many wait for it', () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const warnings: unknown[] = [];
    const warn = (warning: unknown): void => void warnings.push(warning);
    process.on('warning', warn);
    const shared = sharedSignal([first.signal, second.signal]);
    let heard = 0;
    for (let listener = 0; listener < 50; listener += 1) shared.addEventListener('abort', () => (heard += 1));

    second.abort('second');
    first.abort('first');

    expect([shared.reason, heard]).toEqual(['second', 50]);
    process.off('warning', warn);
    expect(warnings).toEqual([]);
  });
});
