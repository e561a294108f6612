import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

import * as globals from './jest.globals.mjs';

/**
 * In the context that Jest runs a spec in, Node is asked about every look at a global. A loop over bytes that calls
 * `Math.imul` takes a hundred times as long there; so the globals that code in hot loops uses are imported.
 */
const globalsFile = fileURLToPath(new URL('jest.globals.mjs', import.meta.url));
const inject = Object.fromEntries(Object.keys(globals).map((name) => [name, [globalsFile, name]]));

/**
 * Takes types away and writes decorators out, file by file, by the compiler that also makes the bundle: the TypeScript
 * compiler would take half a minute for each package. Types are checked by `npm run typecheck`.
 */
export default {
  process(source, filename) {
    const { code, map, errors } = transformSync(filename, source, {
      target: 'es2022',
      sourcemap: true,
      tsconfig: false,
      typescript: { onlyRemoveTypeImports: true },
      decorator: { legacy: true },
      jsx: { runtime: 'automatic', importSource: 'react' },
      inject,
    });
    if (errors.length > 0) throw new SyntaxError(errors.map(({ message }) => message).join('\n'));
    return { code, map };
  },
};
