import { isAbsolute, resolve } from 'node:path';

import { packTemplates } from '@lexichord/abstractions';

import { type OptionProblem, expandHome, startsAtHome } from '@lexichord/platform/internal';
import type { ConfigurationLayer } from './configuration-layer.js';
import type { EnvironmentVariables } from './configuration-paths.js';
import { type PlainMapping, isPlainMapping, valueAtPath } from './plain-value.js';

const templatePath = ['context', 'formatting', 'template'] as const;
const templateKey = templatePath.join('.');
const builtInNames = packTemplates.join(', ');

/** The effective layer, with the warnings about its ignored parts. */
export interface JudgedLayer {
  readonly layer: ConfigurationLayer;
  readonly warning?: string | undefined;
}

/** Services for judging a layer's template file. */
export interface TemplateRules {
  /** Path of the user's own file, as shown to people. */
  readonly userFileLabel: string;
  /** Home folder for `~`. */
  readonly environment: EnvironmentVariables;
}

/**
 * A relative path in a layer that is no file: taken from the workspace, it would be a file that each workspace can plant
 * (ADR 0057).
 */
export function findTemplateProblems(layer: ConfigurationLayer): readonly OptionProblem[] {
  const file = templateFileOf(layer);
  if (file === undefined || layer.folder !== undefined || isAbsolute(file) || startsAtHome(file)) return [];
  const message = `${templateKey} is a relative path without a base folder; give the absolute path of a template file, or one of ${builtInNames}`;
  return [{ path: templatePath, kind: 'value', message }];
}

/**
 * The layer with the whole path of its template file: a relative one starts at the folder of the file that names it, and
 * `~` is the home folder.
 *
 * A workspace's file names built-in templates only: a template decides what a model reads around a pack, and instead of
 * it. Any other name is removed from the layer, so that the layers below count. It is no error, because the rest of
 * the file is good.
 *
 * @param layer without {@link findTemplateProblems}
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

/** A template that is not built in; `undefined` also for a value that the schema refuses. */
function templateFileOf({ value }: ConfigurationLayer): string | undefined {
  const template = valueAtPath(value, templatePath);
  if (typeof template !== 'string' || template === '') return undefined;
  return (packTemplates as readonly string[]).includes(template) ? undefined : template;
}

function withValue(mapping: PlainMapping, [key = '', ...rest]: readonly string[], value: unknown): PlainMapping {
  const inner = mapping[key];
  return { ...mapping, [key]: rest.length > 0 && isPlainMapping(inner) ? withValue(inner, rest, value) : value };
}
