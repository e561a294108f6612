import { rmSync } from 'node:fs';

/** The end of `make-home.mjs`. */
export default function removeHome() {
  const { LEXICHORD_TEST_HOME: home } = process.env;
  if (home !== undefined) rmSync(home, { recursive: true, force: true });
}
