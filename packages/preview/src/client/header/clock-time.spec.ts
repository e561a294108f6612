import { clockTime } from './clock-time.js';

describe('clockTime', () => {
  it("UC-02: is the reader's own time of day", () => {
    const time = new Date(2025, 10, 22, 14, 3, 7);

    expect(clockTime(time.toISOString(), new Date(2025, 10, 22, 23, 59))).toBe('14:03:07');
  });

  it('has the date in front of it on another day', () => {
    const time = new Date(2025, 10, 22, 9, 3, 7);

    expect(clockTime(time.toISOString(), new Date(2025, 10, 23, 1, 0))).toBe('22 Nov 09:03:07');
  });

  it('is empty for what is no time', () => {
    expect(clockTime('soon', new Date())).toBe('');
  });
});
