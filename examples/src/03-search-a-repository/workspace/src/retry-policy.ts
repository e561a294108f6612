/** How often, and after what time, a courier's server is asked again. */
export class RetryPolicy {
  constructor(
    private readonly firstDelayMs: number,
    private readonly maxAttempts: number,
  ) {}

  /** Doubles with every attempt. `undefined` when it is time to give up. */
  delayBefore(attempt: number): number | undefined {
    if (attempt > this.maxAttempts) return undefined;
    return this.firstDelayMs * 2 ** (attempt - 1);
  }
}
