import { existsSync } from 'node:fs';

import makeHome from './make-home.mjs';
import removeHome from './remove-home.mjs';

describe('the home folder of a test run', () => {
  const before = { ...process.env };

  it('is another one, and there, in the next run of the same process', () => {
    const homes = [];
    try {
      delete process.env.LEXICHORD_TEST_HOME;
      for (let run = 0; run < 2; run += 1) {
        makeHome();
        homes.push(process.env.HOME);
        expect(existsSync(process.env.HOME)).toBe(true);
        removeHome();
        expect(existsSync(homes[run])).toBe(false);
      }
    } finally {
      Object.assign(process.env, before);
    }

    expect(homes[0]).not.toBe(homes[1]);
  });
});
