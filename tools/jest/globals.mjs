/** Globals of a spec's context as bindings of a module, which are read at once: see transformer.mjs. */
export const { Array, JSON, Map, Math, Number, Object, Set, String } = globalThis;
