import { type Configuration, settingsOf } from './configuration-schema.js';
import { isPlainMapping, leavesOf } from './plain-value.js';

/** Dotted keys that have another value, are new or are gone, in the order of their code units. */
export function changedKeys(before: Configuration, after: Configuration): readonly string[] {
  const [old, now] = [valuesByKey(before), valuesByKey(after)];
  const keys = new Set([...old.keys(), ...now.keys()]);
  return [...keys].filter((key) => old.get(key) !== now.get(key)).sort();
}

/** A mapping that nothing is in sets nothing. */
function valuesByKey(configuration: Configuration): ReadonlyMap<string, string> {
  const leaves = leavesOf(settingsOf(configuration)).filter(({ value }) => !isPlainMapping(value));
  return new Map(leaves.map(({ path, value }) => [path.join('.'), JSON.stringify(value)]));
}
