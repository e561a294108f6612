import 'reflect-metadata';
import { join } from 'node:path';

import { IStateFolder } from '@lexichord/abstractions';
import { registerChunkerModule } from '@lexichord/chunker';
import {
  type PlatformServices,
  RandomIdSource,
  SilentLogger,
  SystemClock,
  registerPlatformModule,
} from '@lexichord/platform';
import { developmentLicense, verifyLicense } from '@lexichord/license';
import { registerSearchModule } from '@lexichord/search';
import { registerSecretsModule } from '@lexichord/secrets';
import { registerStorageModule } from '@lexichord/storage';
import { BpeTokenCounter } from '@lexichord/tokenizer';
import { registerWorkspaceModule } from '@lexichord/workspace';
import { type DependencyContainer, container as rootContainer } from 'tsyringe';

const clock = new SystemClock();

/** What the README of `@lexichord/platform` makes, without lines on standard error. */
export const platformServices: PlatformServices = {
  clock,
  idSource: new RandomIdSource(),
  logger: new SilentLogger(),
  license: await verifyLicense({ ...developmentLicense, clock }),
  tokenCounter: new BpeTokenCounter({ encoding: 'o200k_base' }),
};

export const { license } = platformServices;

/** A container with the services below the features of a workspace: files, tables, chunks and embeddings. */
export function aContainer(workspaceRoot: string): DependencyContainer {
  const container = rootContainer.createChildContainer();
  registerPlatformModule(container, platformServices);
  registerWorkspaceModule(container, { options: { root: workspaceRoot } });
  container.register(IStateFolder, {
    useValue: { path: join(workspaceRoot, '.lexichord'), prepare: () => Promise.resolve() },
  });
  registerStorageModule(container, { options: { address: '.lexichord/db', baseFolder: workspaceRoot } });
  registerSecretsModule(container);
  registerChunkerModule(container);
  registerSearchModule(container);
  return container;
}
