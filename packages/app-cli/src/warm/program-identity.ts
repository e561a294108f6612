import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const packageFolder = new URL('../../', import.meta.url);

/** Files that every build writes, for each way of starting. From source, as in tests, none of them runs. */
const builtFiles = import.meta.url.includes('/dist/') ? ['bundle/main.js', 'dist/main.js', 'dist/lib.tsbuildinfo'] : [];

/**
 * Identity of this program: its version, its folder, its build time and the Node version that runs it. Processes with
 * the same identity give the same answers; others do not talk to each other.
 */
export function programIdentity(): string {
  const { version } = JSON.parse(readFileSync(new URL('package.json', packageFolder), 'utf8')) as { version: string };
  const times = builtFiles.map(
    (file) => statSync(new URL(file, packageFolder), { bigint: true, throwIfNoEntry: false })?.mtimeNs,
  );
  return [version, process.version, fileURLToPath(packageFolder), ...times].join('\n');
}
