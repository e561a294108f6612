/** Decides which of several concurrent loads is kept: none that began before another finished one. */
export class LoadOrder {
  private begun = 0;
  private endedUpTo = 0;

  /** @returns a function to call once, when the load has ended: whether its result is kept */
  begin(): () => boolean {
    const own = ++this.begun;
    return () => {
      if (own < this.endedUpTo) return false;
      this.endedUpTo = own;
      return true;
    };
  }
}
