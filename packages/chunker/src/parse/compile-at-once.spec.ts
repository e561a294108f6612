import { execFileSync } from 'node:child_process';

import { compileAtOnce, expectGrammars, optimizingOptions } from '../../worker/compile-at-once.mjs';

/** The part of the engine's interface that is of interest; the types of Node do not have it. */
interface WasmEngine {
  instantiate: (
    source: Uint8Array,
  ) => Promise<{ readonly instance: { readonly exports: { readonly f: () => number } } }>;
}
const engine = (globalThis as unknown as { readonly WebAssembly: WasmEngine }).WebAssembly;

/** The smallest module with a function: `f` gives 7. */
const module = Uint8Array.from(
  Buffer.from('0061736d010000000105016000017f03020100070501016600000a0601040041070b', 'hex'),
);

describe('compileAtOnce', () => {
  const usual = engine.instantiate;

  afterEach(() => {
    engine.instantiate = usual;
  });

  it('gives modules that work, those of grammars too', async () => {
    compileAtOnce();
    for (const prepare of [() => undefined, expectGrammars]) {
      prepare();
      const { instance } = await engine.instantiate(module);

      expect(instance.exports.f()).toBe(7);
    }
  });

  it('rejects with what is wrong with a module', async () => {
    compileAtOnce();
    expectGrammars();

    await expect(engine.instantiate(module.subarray(0, 12))).rejects.toMatchObject({ name: 'CompileError' });
  });

  it('sets options that this engine has, each of them on by itself', () => {
    const options = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });

    for (const option of optimizingOptions) expect(options).toMatch(new RegExp(`default: --${option}\\s`, 'u'));
  });
});
