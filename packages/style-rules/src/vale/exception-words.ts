import type { PatternEngine } from '../pattern/pattern-engine.js';
import { PatternScanner } from '../pattern/pattern-scanner.js';
import type { TextPattern } from '../pattern/text-pattern.js';
import type { ProseText } from '../prose/prose-text.js';
import type { PlacedText } from './rule-fields.js';

/** What is let pass: whole words, the longest first, in the case they are written in. */
export class ExceptionWords {
  private readonly scanner: PatternScanner;
  private readonly presentIn = new WeakMap<ProseText, PatternScanner>();

  constructor(patterns: readonly (PlacedText & TextPattern)[], engine: PatternEngine) {
    const byLength = [...patterns].sort((one, two) => two.text.length - one.text.length);
    this.scanner = PatternScanner.of(byLength, engine, { wholeWords: true });
  }

  /** Finds them in the texts of some prose, looking through it once for all rules. Inside of the engine's `run`. */
  within(prose: ProseText): PatternScanner {
    const known = this.presentIn.get(prose) ?? this.scanner.within(prose);
    this.presentIn.set(prose, known);
    return known;
  }
}
