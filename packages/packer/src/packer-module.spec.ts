import { IChunker, ICodeOutliner, ILogger, ITokenCounter, licenseTiers } from '@lexichord/abstractions';
import { resolveToken } from '@lexichord/platform';
import { RecordingLogger, WordTokenCounter } from '@lexichord/testing';
import { container as rootContainer, type DependencyContainer } from 'tsyringe';

import { registerPackerModule } from './packer-module.js';

describe('registerPackerModule', () => {
  const licenseOf = (tier: (typeof licenseTiers)[number]): Parameters<typeof registerPackerModule>[1] => ({
    info: { tier, grantedTier: tier, status: 'valid', message: 'A licence for tests.' },
    tier,
    allows: () => false,
    require: () => undefined,
  });
  const containerFor = (options: object = {}, tier = licenseTiers[0]): DependencyContainer => {
    const container = rootContainer.createChildContainer();
    registerPackerModule(container, licenseOf(tier), options);
    container.register(ILogger, { useValue: new RecordingLogger() });
    container.register(ITokenCounter, { useValue: new WordTokenCounter() });
    return container;
  };

  it.each([IChunker, ICodeOutliner])('DESIGN §5: provides %s from the Core tier on, once per container', (token) => {
    const container = containerFor();

    const service = resolveToken<object>(container, token);

    expect(resolveToken<object>(container, token)).toBe(service);
    expect(resolveToken<object>(containerFor(), token)).not.toBe(service);
  });

  it('puts the services together and frees them', async () => {
    const container = containerFor();

    const source = { filePath: 'a.py', content: 'def f():\n    pass\n', language: 'python' };
    const { chunks } = await resolveToken(container, IChunker).chunk(source);

    expect(chunks.map(({ symbol }) => symbol)).toEqual(['f']);
    expect(resolveToken(container, ICodeOutliner).supports('python')).toBe(true);
    await container.dispose();
  });

  it.each([
    [{ maxChunkTokens: 10 }, 'minChunkTokens (100) must not be above maxChunkTokens (10)'],
    [{ maxParseTime: 1 }, 'did you mean "maxParseTimeMs"'],
    [{ languages: { python: 'tokens' } }, 'languages'],
  ])('refuses %j', (options, problem) => {
    expect(() => containerFor(options)).toThrow(problem);
  });
});
