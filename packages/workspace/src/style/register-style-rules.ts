import 'reflect-metadata';

import { IStyleRuleRepository } from '@lexichord/abstractions';
import { type DependencyContainer, Lifecycle } from 'tsyringe';

import { StyleRuleRepository } from './style-rule-repository.js';

/** Registers the style rules of a workspace, once for each container. They need `IWorkspaceFiles` and `WorkspaceOptions`. */
export function registerStyleRules(container: DependencyContainer): void {
  container.register(IStyleRuleRepository, { useClass: StyleRuleRepository }, { lifecycle: Lifecycle.ContainerScoped });
}
