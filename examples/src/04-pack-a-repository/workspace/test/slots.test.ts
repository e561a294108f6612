import assert from 'node:assert/strict';
import { test } from 'node:test';

import { freeSlots } from '../src/slots.js';

const monday = 1;

void test('offers a slot every quarter of an hour', () => {
  const [first, second] = freeSlots(monday, 30, []);
  assert.deepEqual([first, second], [540, 555]);
});

void test('offers nothing that would end after closing time', () => {
  assert.equal(freeSlots(monday, 30, []).at(-1), 17 * 60 + 30);
});

void test('offers nothing while somebody is in the chair', () => {
  assert.ok(!freeSlots(monday, 30, [{ start: 540, minutes: 45 }]).includes(570));
});
