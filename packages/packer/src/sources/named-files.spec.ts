import { findFileReferences } from '@lexichord/text-index/internal';

import { MemoryFiles } from '../test-support/memory-files.js';
import { lookUpNames } from './named-files.js';

const packages = ['cart', 'tax', 'order', 'user'].map((name) => `${name}/src/com/acme/${name}/Total.java`);
const files = new MemoryFiles(
  Object.fromEntries([...packages, 'tax/src/Rates.kt', 'my lib/my a.ts'].map((path) => [path, 'x\n'])),
);

describe('lookUpNames', () => {
  it.each([
    ['at com.acme.cart.Total.sum(Total.java:1)', ['cart/src/com/acme/cart/Total.java']],
    ['at com.acme.tax.Total$Row.sum(Total.java:1)', ['tax/src/com/acme/tax/Total.java']],
    // Four files have this name.
    ['at com.other.Total.sum(Total.java:1)', []],
    ['at com.acme.RatesKt.rate(Rates.kt:1)', ['tax/src/Rates.kt']],
    ['  File "/srv/my lib/my a.ts", line 1', ['my lib/my a.ts']],
  ])('finds the files of %j', async (text, paths) => {
    const context = { guard: files, listing: files, editor: files, maxPlaces: 10 };
    const places = await lookUpNames(findFileReferences(text), context);

    expect(places.map(({ path }) => path)).toEqual(paths);
  });
});
