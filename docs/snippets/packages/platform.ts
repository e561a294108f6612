import { enterWorkspace } from '../enter-workspace.js';

enterWorkspace();

// #region services
import 'reflect-metadata';
import { container } from 'tsyringe';
import {
  RandomIdSource,
  SystemClock,
  createPinoLogger,
  developmentLicense,
  loadConfiguration,
  registerPlatformModule,
  verifyLicense,
} from '@lexichord/platform';
import { BpeTokenCounter } from '@lexichord/tokenizer';

const { values } = await loadConfiguration({ workspaceRoot: process.cwd(), environment: process.env });
const clock = new SystemClock();
const { level, ...components } = values.logging;

registerPlatformModule(container.createChildContainer(), {
  clock,
  idSource: new RandomIdSource(),
  logger: createPinoLogger({ levels: { level, components }, clock }),
  license: await verifyLicense({ ...developmentLicense, clock }),
  tokenCounter: new BpeTokenCounter({ encoding: values.context.tokenizer.encoding ?? 'o200k_base' }),
});
// #endregion

expect(level).toBe('warn');
