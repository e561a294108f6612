import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import * as globals from './globals.mjs';

const require = createRequire(import.meta.url);

/**
 * In the context that Jest runs a spec in, Node is asked about every look at a global. A loop over bytes that calls
 * `Math.imul` takes a hundred times as long there; so the globals that code in hot loops uses are imported. The import
 * stands on the first line, which leaves the numbers of the lines as they are.
 */
const globalsImport = `import { ${Object.keys(globals).join(', ')} } from ${JSON.stringify(
  fileURLToPath(new URL('globals.mjs', import.meta.url)),
)};`;

/** Compiles each file by itself with ts-jest; types are checked by `npm run typecheck`. */
export default {
  createTransformer({ compiler }) {
    let tsJest;
    return {
      /**
       * All packages share what is compiled once, but for the code that counts coverage: Jest writes it into the files of
       * the package whose specs are run, and into no others.
       */
      getCacheKey: (source, filename, { instrument, config }) => {
        const isCounted = instrument && filename.startsWith(config.rootDir + path.sep);
        return createHash('sha256').update(`${compiler}\0${isCounted}\0${filename}\0`).update(source).digest('hex');
      },

      process(source, filename, options) {
        tsJest ??= loadTsJest();
        const { code } = tsJest.process(source, filename, options);
        return { code: globalsImport + code };
      },
    };
  },
};

/** TypeScript takes half a second to load, and is not needed for what was compiled before. */
function loadTsJest() {
  return require('ts-jest').default.createTransformer({
    tsconfig: fileURLToPath(new URL('tsconfig.json', import.meta.url)),
    useESM: true,
    diagnostics: false,
  });
}
