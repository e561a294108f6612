// @ts-check
import { setFlagsFromString } from 'node:v8';

/** Options of the engine for compiling a function on its first call, and optimising it when it is busy. */
export const optimizingOptions = ['wasm-lazy-compilation', 'wasm-tier-up', 'wasm-dynamic-tiering'];

let isForGrammars = false;

/**
 * Makes this thread compile WebAssembly itself. By default the process's few compiler threads do it, where a new
 * grammar waits for seconds behind the optimisation of grammars in use.
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

/** Declares that this thread compiles grammars from now on: {@link compilePlainly}. */
export function expectGrammars() {
  isForGrammars = true;
}

/**
 * Compiles the whole module now, without later optimisation. The lexer of a grammar is one function of up to a million
 * bytes. The engine takes it for busy after a few calls and spends a processor's seconds and up to 150 MB on it, more
 * than parsing thousands of files does, and the lexer is then no faster.
 *
 * An engine ignores an unknown option. The options are set only for this call: threads that start while an option
 * differs from its default cannot use the engine's cache and start more slowly.
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
