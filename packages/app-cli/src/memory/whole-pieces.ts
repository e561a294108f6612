/** Text that is held at once, in UTF-16 units: 128 MB of memory at most, and more than nearly every conversation has. */
const defaultMaxHeldUnits = 64_000_000;

/** How much is held. */
export interface WholePiecesOptions {
  readonly maxHeldUnits?: number | undefined;
}

/**
 * A text in pieces, of which none is given before all were read: a text that turns out to be damaged gives none. One that
 * is too long to be held is read twice.
 *
 * @param open reads the text from its start
 * @throws what reading throws
 */
export async function* wholePieces(
  open: () => Promise<AsyncIterable<string>>,
  { maxHeldUnits = defaultMaxHeldUnits }: WholePiecesOptions = {},
): AsyncGenerator<string, void, undefined> {
  let held: string[] | undefined = [];
  let units = 0;
  for await (const piece of await open()) {
    units += piece.length;
    if (units > maxHeldUnits) held = undefined;
    held?.push(piece);
  }
  yield* held ?? (await open());
}
