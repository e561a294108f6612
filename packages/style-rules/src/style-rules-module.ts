import 'reflect-metadata';
import { IStyleRuleRepository } from '@lexichord/abstractions';
import { type ModuleSetup, oncePerContainer } from '@lexichord/platform';
import { parseOptions } from '@lexichord/platform/internal';
import type { DependencyContainer } from 'tsyringe';

import { StyleRuleRepository } from './style-rule-repository.js';
import { StyleRulesOptions, type StyleRulesOptionsInput, styleRulesOptionsSchema } from './style-rules-options.js';

/**
 * Registers the style rules of a workspace, once per container. Does no I/O; they need `IWorkspaceGuard` and
 * `IWorkspaceFileReader`, which may be registered later.
 *
 * @throws {LexichordError} `invalid-configuration`
 */
export function registerStyleRulesModule(
  container: DependencyContainer,
  { options = {} }: ModuleSetup<StyleRulesOptionsInput> = {},
): void {
  container.register(StyleRulesOptions, {
    useValue: parseOptions(styleRulesOptionsSchema, options, 'style rules options'),
  });
  container.register(IStyleRuleRepository, { useClass: StyleRuleRepository }, oncePerContainer);
}
