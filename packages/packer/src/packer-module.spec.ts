import { licenseTiers } from '@lexichord/abstractions';
import { aLicense } from '@lexichord/testing';
import { container as rootContainer } from 'tsyringe';

import { registerPackerModule } from './packer-module.js';
import { testLimits } from './test-support/packing-options.js';

describe('registerPackerModule', () => {
  it('refuses weights that do not sum to 1', () => {
    const container = rootContainer.createChildContainer();

    expect(() =>
      registerPackerModule(container, {
        license: aLicense(licenseTiers[0]),
        options: { ...testLimits, ranking: { relevanceWeight: 0.9 } },
      }),
    ).toThrow('the weights must sum to 1');
  });
});
