/** Number and size of files. */
export interface Amount {
  readonly files: number;
  readonly bytes: number;
}

/**
 * Collects items into batches, in order.
 *
 * @param full files or bytes at which a batch is complete, or a function of the total of earlier batches
 */
export async function* inBatches<Item>(
  items: AsyncIterable<Item>,
  full: Amount | ((before: Amount) => Amount),
  amountOf: (item: Item) => Amount,
): AsyncGenerator<readonly Item[]> {
  let batch: Item[] = [];
  let amount: Amount = { files: 0, bytes: 0 };
  let before = amount;
  for await (const item of items) {
    const { files, bytes } = amountOf(item);
    batch.push(item);
    amount = { files: amount.files + files, bytes: amount.bytes + bytes };
    const limit = typeof full === 'function' ? full(before) : full;
    if (amount.files < limit.files && amount.bytes < limit.bytes) continue;
    yield batch;
    before = { files: before.files + amount.files, bytes: before.bytes + amount.bytes };
    batch = [];
    amount = { files: 0, bytes: 0 };
  }
  if (batch.length > 0) yield batch;
}
