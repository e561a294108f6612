/**
 * Exchanges a folder for a link and back until it is ended: `PATH`, `KEPT` beside it for the time in which it is away, and
 * `LINK` likewise. Plain JavaScript, because it is started as it is.
 */
import { renameSync } from 'node:fs';

const [, , path, kept, link] = process.argv;

process.stdout.write('ready\n');
for (;;) {
  renameSync(path, kept);
  renameSync(link, path);
  renameSync(path, link);
  renameSync(kept, path);
}
