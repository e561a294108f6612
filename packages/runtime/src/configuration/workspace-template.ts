import { packTemplates } from '@lexichord/abstractions';

import type { ConfigurationLayer } from './configuration-layer.js';
import { type PlainMapping, isPlainMapping, valueAtPath } from './plain-value.js';

const templatePath = ['context', 'formatting', 'template'] as const;

/** A layer as it counts, and what there is to say of what does not. */
export interface JudgedLayer {
  readonly layer: ConfigurationLayer;
  readonly warning?: string | undefined;
}

/**
 * A workspace's file names built-in templates only: a template decides what a model reads around a pack, and instead of it.
 * Any other name is taken out of the layer, so that what is below it counts. It is no error, because the rest of the file
 * is good.
 *
 * @param userFileLabel where the user's own file is, as it is shown to people
 */
export function withoutTemplateFile(layer: ConfigurationLayer, userFileLabel: string): JudgedLayer {
  const template = valueAtPath(layer.value, templatePath);
  const isBuiltIn = (packTemplates as readonly unknown[]).includes(template);
  if (layer.origin !== 'workspace' || template === undefined || isBuiltIn) return { layer };
  const warning =
    `${templatePath.join('.')} is not used (${layer.locate(templatePath)}): a workspace's file may name only ` +
    `${packTemplates.join(', ')}, because a template decides what a model reads around a pack. ` +
    `Name a template file in ${userFileLabel}, or with --template.`;
  return { layer: { ...layer, value: withoutPath(layer.value, templatePath) }, warning };
}

function withoutPath(mapping: PlainMapping, [key = '', ...rest]: readonly string[]): PlainMapping {
  const inner = mapping[key];
  if (rest.length > 0 && isPlainMapping(inner)) return { ...mapping, [key]: withoutPath(inner, rest) };
  return Object.fromEntries(Object.entries(mapping).filter(([name]) => name !== key));
}
