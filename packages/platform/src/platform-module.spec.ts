import {
  IClock,
  IEventBus,
  IIdSource,
  ILicenseService,
  ILogger,
  IMetrics,
  ITokenCounter,
  type Token,
  licenseTiers,
} from '@lexichord/abstractions';
import { RecordingMetrics, aLicense } from '@lexichord/testing';
import { container as rootContainer } from 'tsyringe';

import { resolveToken } from './di/container.js';
import { MittEventBus } from './events/mitt-event-bus.js';
import { RandomIdSource } from './ids/random-id-source.js';
import { SilentLogger } from './logging/silent-logger.js';
import { type PlatformServices, registerPlatformModule } from './platform-module.js';
import { SystemClock } from './time/system-clock.js';

const tokenCounter: ITokenCounter = {
  encoding: 'o200k_base',
  isEstimate: false,
  countTokens: (text) => text.length,
  validateCount: () => true,
  truncateToTokens: () => ({ content: '', tokenCount: 0, boundary: 'empty' }),
  tokenize: () => [],
};

function someServices(tier: (typeof licenseTiers)[number] = 'Core'): PlatformServices {
  return {
    logger: new SilentLogger(),
    clock: new SystemClock(),
    idSource: new RandomIdSource(),
    license: aLicense(tier),
    tokenCounter,
  };
}

describe('registerPlatformModule', () => {
  it.each(licenseTiers)('resolves every token at tier %s', (tier) => {
    const services = someServices(tier);
    const container = rootContainer.createChildContainer();

    registerPlatformModule(container, services);

    const expected: [Token<unknown>, unknown][] = [
      [ILogger, services.logger],
      [IClock, services.clock],
      [IIdSource, services.idSource],
      [ILicenseService, services.license],
      [ITokenCounter, services.tokenCounter],
    ];
    for (const [token, service] of expected) expect(resolveToken(container, token)).toBe(service);
    expect(resolveToken(container, ILicenseService).tier).toBe(tier);
    expect(resolveToken(container, IEventBus)).toBeInstanceOf(MittEventBus);
  });

  it('has one event bus a container, and two runtimes share none', () => {
    const [first, second] = [rootContainer.createChildContainer(), rootContainer.createChildContainer()];
    registerPlatformModule(first, someServices());
    registerPlatformModule(second, someServices());

    expect(resolveToken(first, IEventBus)).toBe(resolveToken(first, IEventBus));
    expect(resolveToken(first, IEventBus)).not.toBe(resolveToken(second, IEventBus));
  });

  it("uses the host's metrics, and measures nothing without", () => {
    const metrics = new RecordingMetrics();
    const [measured, unmeasured] = [rootContainer.createChildContainer(), rootContainer.createChildContainer()];

    registerPlatformModule(measured, { ...someServices(), metrics });
    registerPlatformModule(unmeasured, someServices());

    expect(resolveToken(measured, IMetrics)).toBe(metrics);
    resolveToken(unmeasured, IMetrics).count('a');
    resolveToken(unmeasured, IMetrics).record('b', 1);
    expect(resolveToken(unmeasured, IMetrics)).not.toBe(metrics);
  });
});
