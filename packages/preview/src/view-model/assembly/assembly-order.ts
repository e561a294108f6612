/** Ids that are remembered: a message that comes later than that many others is taken for a new one. */
const maxRemembered = 1_000;

/**
 * The order of this viewer's requests. Calls run one after the other, but a call's answer and the messages about its
 * assembly arrive on two connections, in either order.
 */
export class AssemblyOrder {
  private turn = 0;
  private answered: string | undefined;
  private shown = 0;
  private withdrawn = 0;
  private readonly turns = new Map<string, number>();

  /** A call is about to be made. */
  ask(): void {
    this.turn += 1;
    this.answered = undefined;
  }

  /** Notes the answer of the call: the viewer waits for this assembly. */
  answer(correlationId: string): void {
    this.answered = correlationId;
    this.note(correlationId);
  }

  /** Records an assembly that a message names; an unknown one belongs to the last call. */
  note(correlationId: string): void {
    if (this.turns.has(correlationId)) return;
    this.turns.set(correlationId, this.turn);
    const [oldest] = this.turns.keys();
    if (this.turns.size > maxRemembered && oldest !== undefined) this.turns.delete(oldest);
  }

  /** Whether the viewer waits for this one. */
  isAwaited(correlationId: string): boolean {
    if (this.turn <= this.withdrawn) return false;
    return this.answered === undefined ? this.turns.get(correlationId) === this.turn : this.answered === correlationId;
  }

  /** Whether its result may be shown: no newer one is shown, and the question was not withdrawn. */
  isWelcome(correlationId: string): boolean {
    const turn = this.turns.get(correlationId) ?? this.turn;
    return turn >= this.shown && turn > this.withdrawn;
  }

  show(correlationId: string): void {
    this.shown = this.turns.get(correlationId) ?? this.turn;
  }

  /** The id of the running assembly, once it has one. */
  get awaited(): string | undefined {
    return this.answered ?? [...this.turns].findLast(([, turn]) => turn === this.turn)?.[0];
  }

  /** Abandons all requests so far. */
  withdraw(): void {
    this.withdrawn = this.turn;
    this.answered = undefined;
  }
}
