import { token } from '@lexichord/abstractions';
import { type DependencyContainer, container as root } from 'tsyringe';

import { registerLazy } from './register-lazy.js';
import { resolveToken } from './container.js';

interface IGreeter {
  greet(name: string): Promise<string>;
  count(): Promise<number>;
}
const IGreeter = token<IGreeter>('IGreeter');

class Greeter implements IGreeter {
  private greeted = 0;

  greet(name: string): Promise<string> {
    this.greeted += 1;
    return Promise.resolve(`Hello ${name}`);
  }

  count(): Promise<number> {
    return Promise.resolve(this.greeted);
  }
}

const methods = { greet: true, count: true } as const;

function aContainer(
  load: (container: DependencyContainer) => Promise<IGreeter>,
  dispose?: (container: DependencyContainer) => Promise<void>,
): DependencyContainer {
  const container = root.createChildContainer();
  registerLazy<IGreeter>(container, IGreeter, { methods, load, ...(dispose === undefined ? {} : { dispose }) });
  return container;
}

describe('registerLazy', () => {
  it('loads the service with the first call, once, and calls it', async () => {
    const load = jest.fn(() => Promise.resolve(new Greeter()));
    const container = aContainer(load);
    const greeter = resolveToken(container, IGreeter);
    expect(load).not.toHaveBeenCalled();

    expect(await Promise.all([greeter.greet('A'), greeter.greet('B')])).toEqual(['Hello A', 'Hello B']);

    expect(await greeter.count()).toBe(2);
    expect(load.mock.calls).toEqual([[container]]);
  });

  it('has one service in each container', () => {
    const first = aContainer(() => Promise.resolve(new Greeter()));
    const second = aContainer(() => Promise.resolve(new Greeter()));

    expect(resolveToken(first, IGreeter)).toBe(resolveToken(first, IGreeter));
    expect(resolveToken(second, IGreeter)).not.toBe(resolveToken(first, IGreeter));
  });

  it('tries again after loading has failed', async () => {
    const load = jest.fn(() => Promise.resolve(new Greeter())).mockRejectedValueOnce(new TypeError('no such file'));
    const greeter = resolveToken(aContainer(load), IGreeter);

    await expect(greeter.greet('A')).rejects.toThrow('no such file');

    expect(await greeter.greet('A')).toBe('Hello A');
  });

  it('is no promise itself: awaiting it gives it back', async () => {
    const greeter = resolveToken(
      aContainer(() => Promise.resolve(new Greeter())),
      IGreeter,
    );

    expect(await Promise.resolve(greeter)).toBe(greeter);
  });

  it('frees what the service may hold, loaded or not', async () => {
    const dispose = jest.fn(() => Promise.resolve());
    const load = jest.fn(() => Promise.resolve(new Greeter()));
    const container = aContainer(load, dispose);

    await (resolveToken(container, IGreeter) as unknown as { dispose(): Promise<void> }).dispose();

    expect(dispose.mock.calls).toEqual([[container]]);
    expect(load).not.toHaveBeenCalled();
  });
});
