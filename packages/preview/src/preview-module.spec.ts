import 'reflect-metadata';
import { resolveToken } from '@lexichord/platform';
import { container as rootContainer } from 'tsyringe';

import { registerPreviewModule } from './preview-module.js';
import { PreviewOptions, type PreviewOptionsInput } from './preview-options.js';

describe('registerPreviewModule', () => {
  it('registers what the panel is configured with, frozen', () => {
    const container = rootContainer.createChildContainer();

    registerPreviewModule(container, { options: { maxBudget: 1_000 } });

    const options = resolveToken(container, PreviewOptions);
    expect(options).toEqual({ port: 4_747, maxBudget: 1_000, history: 20 });
    expect(Object.isFrozen(options)).toBe(true);
  });

  it.each<[PreviewOptionsInput]>([[{ port: 0 }], [{ port: 65_536 }], [{ maxBudget: 0.5 }], [{ history: 1_001 }]])(
    'refuses %j',
    (options) => {
      const container = rootContainer.createChildContainer();

      expect(() => registerPreviewModule(container, { options })).toThrow('Invalid preview options');
    },
  );
});
