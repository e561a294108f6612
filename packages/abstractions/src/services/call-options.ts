/** Last parameter of all functions that wait for I/O or may take longer than about 50 ms. */
export interface CallOptions {
  /** Cancels the call. The promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}
