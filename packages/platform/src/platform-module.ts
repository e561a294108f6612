import {
  IClock,
  IEventBus,
  IIdSource,
  ILicenseService,
  ILogger,
  IMetrics,
  ITokenCounter,
} from '@lexichord/abstractions';
import type { DependencyContainer } from 'tsyringe';

import { oncePerContainer } from './di/container.js';
import { MittEventBus } from './events/mitt-event-bus.js';

/** The services a host has made before there is a container, since making them waits for I/O or binds the host. */
export interface PlatformServices {
  readonly logger: ILogger;
  readonly clock: IClock;
  readonly idSource: IIdSource;
  readonly license: ILicenseService;
  readonly tokenCounter: ITokenCounter;
  /** Absent: nothing is measured. */
  readonly metrics?: IMetrics | undefined;
}

const measureNothing = (): void => undefined;
const unmeasured: IMetrics = { count: measureNothing, record: measureNothing, gauge: measureNothing };

/** Registers the platform's services. Resolves nothing and does no I/O, so modules can be registered in any order. */
export function registerPlatformModule(container: DependencyContainer, services: PlatformServices): void {
  container.register(ILogger, { useValue: services.logger });
  container.register(IClock, { useValue: services.clock });
  container.register(IIdSource, { useValue: services.idSource });
  container.register(ILicenseService, { useValue: services.license });
  container.register(ITokenCounter, { useValue: services.tokenCounter });
  container.register(IMetrics, { useValue: services.metrics ?? unmeasured });
  container.register(IEventBus, { useClass: MittEventBus }, oncePerContainer);
}
