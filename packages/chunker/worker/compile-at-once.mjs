// @ts-check
import { setFlagsFromString } from 'node:v8';

/** Options of the engine by which it compiles a function when it is first called, and optimises it when it is busy. */
export const optimizingOptions = ['wasm-lazy-compilation', 'wasm-tier-up', 'wasm-dynamic-tiering'];

let isForGrammars = false;

/**
 * Makes this thread compile WebAssembly by itself. The usual way hands the work to the process's few compiler threads,
 * where a new grammar waits for seconds behind the optimisation of others that are in use.
 */
export function compileAtOnce() {
  WebAssembly.instantiate = /** @type {typeof WebAssembly.instantiate} */ (
    /**
     * @param {BufferSource | WebAssembly.Module} source
     * @param {WebAssembly.Imports} imports
     */
    async (source, imports) => {
      if (source instanceof WebAssembly.Module) return new WebAssembly.Instance(source, imports);
      const module = isForGrammars ? compilePlainly(source) : new WebAssembly.Module(source);
      return { module, instance: new WebAssembly.Instance(module, imports) };
    }
  );
}

/** From now on what this thread compiles are grammars: {@link compilePlainly}. */
export function expectGrammars() {
  isForGrammars = true;
}

/**
 * Compiles all of the module now, and so that the engine never optimises it. The lexer of a grammar is one function
 * of up to a million bytes. The engine takes it for busy after a few calls and spends a processor's seconds and up to
 * 150 MB on it, more than parsing thousands of files does, and the lexer is then no faster.
 *
 * An engine that does not know one of these options ignores it. They are set for this one call: threads that start
 * while an option is not what it usually is cannot use the engine's cache and start more slowly.
 *
 * @param {BufferSource} source
 */
function compilePlainly(source) {
  try {
    for (const option of optimizingOptions) setFlagsFromString(`--no-${option}`);
    return new WebAssembly.Module(source);
  } finally {
    for (const option of optimizingOptions) setFlagsFromString(`--${option}`);
  }
}
