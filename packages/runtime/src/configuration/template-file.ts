import { isAbsolute, resolve } from 'node:path';

import { packTemplates } from '@lexichord/abstractions';

import { type OptionProblem, expandHome, startsAtHome } from '@lexichord/platform/internal';
import type { ConfigurationLayer } from './configuration-layer.js';
import type { EnvironmentVariables } from './configuration-paths.js';
import { type PlainMapping, isPlainMapping, valueAtPath } from './plain-value.js';

const templatePath = ['context', 'formatting', 'template'] as const;
const templateKey = templatePath.join('.');
const builtInNames = packTemplates.join(', ');

/** The effective layer, with a warning about its ignored part. */
export interface JudgedLayer {
  readonly layer: ConfigurationLayer;
  readonly warning?: string | undefined;
}

/** Options for checking a layer's template file. */
export interface TemplateRules {
  /** Path of the user's file, for messages. */
  readonly userFileLabel: string;
  /** Home folder for `~`. */
  readonly environment: EnvironmentVariables;
}

/**
 * Finds a relative path in a layer without a file: relative to the workspace, it would be a file that any workspace can
 * provide (ADR 0057).
 */
export function findTemplateProblems(layer: ConfigurationLayer): readonly OptionProblem[] {
  const file = templateFileOf(layer);
  if (file === undefined || layer.folder !== undefined || isAbsolute(file) || startsAtHome(file)) return [];
  const message = `${templateKey} is a relative path without a base folder; give the absolute path of a template file, or one of ${builtInNames}`;
  return [{ path: templatePath, kind: 'value', message }];
}

/**
 * Resolves the path of a layer's template file: a relative one starts at the folder of the configuration file, and `~`
 * is the home folder.
 *
 * A workspace's file may only name built-in templates, because a template controls what a model reads around a pack, or
 * instead of it. Any other name is removed from the layer, so that lower layers apply. It is no error, because the rest
 * of the file is valid.
 *
 * @param layer layer without {@link findTemplateProblems}
 */
export function judgeTemplateFile(
  layer: ConfigurationLayer,
  { userFileLabel, environment }: TemplateRules,
): JudgedLayer {
  const file = templateFileOf(layer);
  if (file === undefined) return { layer };
  if (layer.origin !== 'workspace') {
    const path = resolve(layer.folder ?? '', expandHome(file, environment));
    return { layer: { ...layer, value: withValue(layer.value, templatePath, path) } };
  }
  const warning =
    `${templateKey} is not used (${layer.locate(templatePath)}): a workspace's file may name only ` +
    `${builtInNames}, because a template controls the text around a pack. Set a template file in ${userFileLabel}, or with --template.`;
  return { layer: { ...layer, value: withValue(layer.value, templatePath, undefined) }, warning };
}

/** A template that is not built in; `undefined` also for a value that the schema rejects. */
function templateFileOf({ value }: ConfigurationLayer): string | undefined {
  const template = valueAtPath(value, templatePath);
  if (typeof template !== 'string' || template === '') return undefined;
  return (packTemplates as readonly string[]).includes(template) ? undefined : template;
}

function withValue(mapping: PlainMapping, [key = '', ...rest]: readonly string[], value: unknown): PlainMapping {
  const inner = mapping[key];
  return { ...mapping, [key]: rest.length > 0 && isPlainMapping(inner) ? withValue(inner, rest, value) : value };
}
