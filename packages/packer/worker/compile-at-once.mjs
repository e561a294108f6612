// @ts-check

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
      const module = new WebAssembly.Module(source);
      return { module, instance: new WebAssembly.Instance(module, imports) };
    }
  );
}
