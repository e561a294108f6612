import { outlinePattern } from './outline-pattern.js';
import { open } from './pattern-part.js';

/** Maximum length of a sample, in UTF-16 units. */
const maxSampleLength = 60;

/**
 * A few short texts that a pattern matches, readable by people and models: `air(?:man|men)` gives `airman` and
 * `airmen`, `auto-\w+` gives `auto-…`. Empty when the pattern has nothing to show.
 *
 * @param maxSamples maximum number
 * @throws {PatternProblem} if its groups are nested too deeply
 */
export function samplePattern(source: string, maxSamples: number): readonly string[] {
  const samples = outlinePattern(source, maxSamples).samples.map(tidy);
  return [...new Set(samples.filter((text) => text.replaceAll(open, '').trim() !== ''))];
}

function tidy(text: string): string {
  const joined = text.replace(/…+/gu, open).replace(/\s+/gu, ' ').trim();
  return joined.length > maxSampleLength ? `${joined.slice(0, maxSampleLength).trimEnd()}${open}` : joined;
}
