import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * How large an installed tree is.
 *
 * @param folder `node_modules`; links are not followed, so that a package counts once however many find it
 * @returns packages, those inside others too; and the bytes of its files, in millions. A file with several names counts
 *   once
 */
export function treeSize(folder) {
  const sizes = new Map();
  let packages = 0;
  const visit = (path, isModules) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const inner = join(path, entry.name);
      if (entry.isDirectory()) {
        const isScope = isModules && entry.name.startsWith('@');
        if (isModules && existsSync(join(inner, 'package.json'))) packages += 1;
        visit(inner, isScope || entry.name === 'node_modules');
      } else if (entry.isFile()) {
        const { dev, ino, size } = lstatSync(inner);
        sizes.set(`${dev}:${ino}`, size);
      }
    }
  };
  visit(folder, true);
  return { packages, megabytes: [...sizes.values()].reduce((sum, size) => sum + size, 0) / 1e6 };
}
