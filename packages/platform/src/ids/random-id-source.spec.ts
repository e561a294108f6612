import { RandomIdSource } from './random-id-source.js';

describe('RandomIdSource', () => {
  it('gives a different UUID each time', () => {
    const source = new RandomIdSource();

    const ids = Array.from({ length: 100 }, () => source.nextId());

    expect(new Set(ids).size).toBe(100);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
