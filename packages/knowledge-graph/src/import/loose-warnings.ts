import { plainName, showEntity } from '../check/show-facts.js';
import type { LooseRelationship } from '../graph/fact-store.js';

/** So many are named; the others are counted. */
const maxWarnings = 20;

/** What to tell of relationships that other documents state, and that are gone with an entity of the imported ones. */
export function looseWarnings(loose: readonly LooseRelationship[]): readonly string[] {
  const warnings = loose.slice(0, maxWarnings).map(({ type, from, to, source: { documentPath, startLine } }) => {
    const relationship = `${plainName(type)} from ${showEntity(from)} to ${showEntity(to)}`;
    return `The relationship ${relationship} (${documentPath}:${startLine}) is gone, as an end of it is: import ${documentPath} again.`;
  });
  const more = loose.length - warnings.length;
  if (more > 0) warnings.push(`${more} more relationships of other files are gone: import these files again.`);
  return warnings;
}
