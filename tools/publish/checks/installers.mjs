import { mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = fileURLToPath(new URL('node_modules', import.meta.url));
const bun = join(modules, `@oven/bun-${process.platform}-${process.arch}/bin/bun`);

/** Programs that are not on the path of everybody, and where the checks have them. */
const programs = { pnpm: join(modules, 'pnpm/bin/pnpm.cjs'), bun, bunx: bun };

/**
 * What a user types, by installer:
 *
 * - `install`: adds the command to the project in the current folder
 * - `run`: starts the command of the project
 * - `runOnce`: starts it where no project has it
 */
export const installers = {
  npm: { install: ['npm', 'install', 'lexichord'], run: ['npx', 'lexichord'], runOnce: ['npx', '-y', 'lexichord'] },
  pnpm: {
    install: ['pnpm', 'add', 'lexichord'],
    run: ['pnpm', 'exec', 'lexichord'],
    runOnce: ['pnpm', 'dlx', 'lexichord'],
  },
  bun: { install: ['bun', 'add', 'lexichord'], run: ['bunx', 'lexichord'], runOnce: ['bunx', 'lexichord'] },
};

/**
 * The environment of a user who has never installed anything, with the three installers on the path.
 *
 * @param registry address that packages come from
 * @param home a new folder, for what the installers and the command keep
 */
export function newUser(registry, home) {
  const [path, temporary] = [join(home, 'bin'), join(home, 'tmp')];
  for (const folder of [path, temporary]) mkdirSync(folder, { recursive: true });
  for (const [name, file] of Object.entries(programs)) symlinkSync(file, join(path, name));
  return {
    ...{ HOME: home, TMPDIR: temporary, CI: 'true', npm_config_registry: registry, npm_config_loglevel: 'error' },
    PATH: [path, dirname(process.execPath), process.env.PATH].join(delimiter),
  };
}
