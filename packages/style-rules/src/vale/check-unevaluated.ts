import { fillMessage, hasPlaceholder } from '../instruction-text.js';
import type { CheckContext, RuleDraft } from './rule-draft.js';
import type { ValeRule } from './vale-rule-file.js';

/**
 * `extends: metric`, `readability`, `spelling`, `sequence` or `script`: what these ask of a writer is in the message;
 * whether a text breaks them takes formulas, dictionaries, taggers or programs, and none of them is run here.
 */
export function draftUnevaluated(rule: ValeRule, context: CheckContext): readonly RuleDraft[] {
  if (rule.check === 'script') {
    context.problems.push(
      `${rule.source}:1: ${rule.name} is a script, and scripts are not run: its message counts, its matches do not.`,
    );
  }
  const instruction = instructionFor(rule);
  return instruction === '' ? [] : [{ id: rule.name, instruction, count: () => 0 }];
}

function instructionFor({ check, message }: ValeRule): string {
  if (check === 'spelling' && (message === '' || hasPlaceholder(message))) return 'Check the spelling of every word.';
  if (check === 'metric' || check === 'readability') {
    // The place holds the number that was measured.
    return fillMessage(message.replace(/ ?\(\s*%s\s*\)/g, ''), [['the score']]);
  }
  return fillMessage(message, []);
}
