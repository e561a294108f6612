/** Tells of loads that run at the same time which one is to be kept: not one that began before another that has ended. */
export class LoadOrder {
  private begun = 0;
  private endedUpTo = 0;

  /** @returns asked once, when the load has ended: whether it is to be kept */
  begin(): () => boolean {
    const own = ++this.begun;
    return () => {
      if (own < this.endedUpTo) return false;
      this.endedUpTo = own;
      return true;
    };
  }
}
