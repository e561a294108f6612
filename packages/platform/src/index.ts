export { type PlatformServices, registerPlatformModule } from './platform-module.js';

// dependency injection
export type { LicensedModuleSetup, ModuleSetup } from './di/module-setup.js';
export { oncePerContainer, resolveToken } from './di/container.js';

// logging
export type { LogLevel, LogLevels } from './logging/log-level.js';
export {
  type LogDestination,
  type PinoLogger,
  type PinoLoggerOptions,
  createPinoLogger,
} from './logging/pino-logger.js';
export { SilentLogger } from './logging/silent-logger.js';

// time and identifiers
export { RandomIdSource } from './ids/random-id-source.js';
export { SystemClock } from './time/system-clock.js';
