/** How much there is of something. */
export interface Amount {
  readonly files: number;
  readonly bytes: number;
}

/**
 * Collects what comes into batches, in order.
 *
 * @param full a batch that has reached one of both is complete
 */
export async function* inBatches<Item>(
  items: AsyncIterable<Item>,
  full: Amount,
  amountOf: (item: Item) => Amount,
): AsyncGenerator<readonly Item[]> {
  let batch: Item[] = [];
  let amount: Amount = { files: 0, bytes: 0 };
  for await (const item of items) {
    const { files, bytes } = amountOf(item);
    batch.push(item);
    amount = { files: amount.files + files, bytes: amount.bytes + bytes };
    if (amount.files < full.files && amount.bytes < full.bytes) continue;
    yield batch;
    batch = [];
    amount = { files: 0, bytes: 0 };
  }
  if (batch.length > 0) yield batch;
}
