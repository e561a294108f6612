import { ExitCode } from './exit-code.js';
import { Interruption, exitCodeOfInterruption } from './interruption.js';

describe('exitCodeOfInterruption', () => {
  it('is 128 and the number of the signal, as shells have it', () => {
    expect(exitCodeOfInterruption(AbortSignal.abort(new Interruption('SIGINT')))).toBe(130);
    expect(exitCodeOfInterruption(AbortSignal.abort(new Interruption('SIGTERM')))).toBe(143);
    expect([ExitCode.interrupted, ExitCode.terminated]).toEqual([130, 143]);
  });

  it('takes what a host aborts for an interrupt by the user', () => {
    expect(exitCodeOfInterruption(AbortSignal.abort())).toBe(130);
    expect(exitCodeOfInterruption(undefined)).toBe(130);
  });
});
