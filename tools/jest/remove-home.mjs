import { rmSync } from 'node:fs';

/** The end of `make-home.mjs`. */
export default function removeHome() {
  const { LEXICHORD_TEST_HOME: home } = process.env;
  if (home === undefined) return;
  rmSync(home, { recursive: true, force: true });
  // The next run of this process has one of its own.
  delete process.env.LEXICHORD_TEST_HOME;
}
