/** Decides which of several concurrent loads is kept: not one that began before another that has ended. */
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
