import { enterWorkspace } from '../enter-workspace.js';

enterWorkspace();

// #region services
import 'reflect-metadata';
import { container } from 'tsyringe';
import { developmentLicense, verifyLicense } from '@lexichord/license';
import { RandomIdSource, SystemClock, createPinoLogger, registerPlatformModule } from '@lexichord/platform';
import { BpeTokenCounter } from '@lexichord/tokenizer';

const clock = new SystemClock();

registerPlatformModule(container.createChildContainer(), {
  clock,
  idSource: new RandomIdSource(),
  logger: createPinoLogger({ levels: { level: 'warn' }, clock }),
  license: await verifyLicense({ ...developmentLicense, clock }),
  tokenCounter: new BpeTokenCounter({ encoding: 'o200k_base' }),
});
// #endregion
