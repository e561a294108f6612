import type { z } from 'zod';

import { type OptionProblem, findOptionProblems, formatKey, unknownKeyProblem } from '@lexichord/platform/internal';
import type { OptionSchema } from '@lexichord/platform/internal';
import type { ConfigurationLayer } from './configuration-layer.js';
import { leavesOf, reservedKeys } from './plain-value.js';
import { findTemplateProblems } from './template-file.js';

/** Rules that a layer is checked against. */
export interface LayerRules {
  readonly schema: z.ZodType;
  /** Called only when there is a problem to describe. */
  readonly jsonSchema: () => OptionSchema;
  /** Dotted keys that a workspace's file must not set, each with the reason. */
  readonly trustedOnlyKeys: ReadonlyMap<string, string>;
  /** Path of the user's own file, as shown to people. */
  readonly userFileLabel: string;
}

/**
 * Everything wrong with one layer by itself, each with its place. Values that only fail together are not judged here,
 * because another layer may set their counterparts.
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
