import { Readable } from 'node:stream';

/** All items in their order. They are taken as fast as they come, whether somebody asks for them yet or not. */
export async function* takeAhead<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  yield* Readable.from(items, { highWaterMark: Number.MAX_SAFE_INTEGER }) as AsyncIterable<Item>;
}
