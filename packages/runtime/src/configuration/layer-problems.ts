import type { z } from 'zod';

import { type OptionProblem, findOptionProblems, formatKey, unknownKeyProblem } from '@lexichord/platform/internal';
import type { OptionSchema } from '@lexichord/platform/internal';
import type { ConfigurationLayer } from './configuration-layer.js';
import { leavesOf, reservedKeys } from './plain-value.js';
import { findTemplateProblems } from './template-file.js';

/** Rules for the check of a layer. */
export interface LayerRules {
  readonly schema: z.ZodType;
  /** Called only if there is a problem to describe. */
  readonly jsonSchema: () => OptionSchema;
  /** Dotted keys that a workspace's file must not set, with the reasons. */
  readonly trustedOnlyKeys: ReadonlyMap<string, string>;
  /** Path of the user's file, for messages. */
  readonly userFileLabel: string;
}

/**
 * Finds the problems of a single layer, with their locations. Relations between values are not checked here, because
 * another layer may set the related values.
 */
export function findLayerProblems(layer: ConfigurationLayer, rules: LayerRules): readonly OptionProblem[] {
  const reserved = leavesOf(layer.value)
    .filter(({ path }) => path.some((key) => reservedKeys.has(key)))
    .map(({ path }) => path.slice(0, path.findIndex((key) => reservedKeys.has(key)) + 1))
    .map((path) => unknownKeyProblem(rules.jsonSchema(), path));
  const ofSchema = findOptionProblems(rules.schema, layer.value).filter(
    ({ kind, path }) => kind !== 'relation' && !path.some((key) => reservedKeys.has(String(key))),
  );
  const untrusted = layer.origin === 'workspace' ? findTrustedOnlyKeys(layer, rules) : [];
  const own = [...reserved, ...ofSchema, ...findTemplateProblems(layer), ...untrusted];
  return [...layer.problems, ...own.map((problem) => withLocation(problem, layer))];
}

function findTrustedOnlyKeys(
  layer: ConfigurationLayer,
  { trustedOnlyKeys, userFileLabel }: LayerRules,
): OptionProblem[] {
  return leavesOf(layer.value).flatMap(({ path }) => {
    const key = path.join('.');
    const trusted = [...trustedOnlyKeys].find(([one]) => key === one || key.startsWith(`${one}.`));
    if (trusted === undefined) return [];
    const [, reason] = trusted;
    const message =
      `${formatKey(path)} must not be set by a workspace's file, because ${reason}; ` +
      `set it in ${userFileLabel}, in the environment or by a flag`;
    return [{ path, kind: 'value', message }];
  });
}

function withLocation(problem: OptionProblem, layer: ConfigurationLayer): OptionProblem {
  return { ...problem, message: `${problem.message.replace(/[.]$/, '')} (${layer.locate(problem.path)})` };
}
