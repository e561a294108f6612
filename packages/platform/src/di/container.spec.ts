import { token } from '@lexichord/abstractions';
import { container as rootContainer, injectable } from 'tsyringe';

import { oncePerContainer, resolveToken } from './container.js';

interface IThing {
  readonly name: string;
}
const IThing = token<IThing>('IThing');

@injectable()
class Thing implements IThing {
  readonly name = 'thing';
}

describe('resolveToken', () => {
  it('gives what is registered, in the container or above it', () => {
    const parent = rootContainer.createChildContainer();
    parent.register(IThing, { useValue: { name: 'value' } });

    const thing = resolveToken(parent.createChildContainer(), IThing);

    expect(thing.name).toBe('value');
  });

  it('names a token that nobody registered', () => {
    const container = rootContainer.createChildContainer();

    expect(() => resolveToken(container, IThing)).toThrow('Nothing is registered for IThing.');
  });
});

describe('oncePerContainer', () => {
  it('makes one instance in each container', () => {
    const parent = rootContainer.createChildContainer();
    parent.register(IThing, { useClass: Thing }, oncePerContainer);
    const child = parent.createChildContainer();

    expect(resolveToken(parent, IThing)).toBe(resolveToken(parent, IThing));
    expect(resolveToken(child, IThing)).not.toBe(resolveToken(parent, IThing));
  });
});
