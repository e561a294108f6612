import { fillMessage, hasPlaceholder } from '../instruction-text.js';
import { draftCapitalization } from './check-capitalization.js';
import { draftConditional } from './check-conditional.js';
import { draftConsistency } from './check-consistency.js';
import { draftExistence } from './check-existence.js';
import { draftOccurrence } from './check-occurrence.js';
import { draftRepetition } from './check-repetition.js';
import { draftSubstitution } from './check-substitution.js';
import type { CheckContext, RuleDraft } from './rule-draft.js';
import type { ExtensionPoint, ValeRule } from './vale-rule-file.js';

type DraftRule = (rule: ValeRule, context: CheckContext) => readonly RuleDraft[];

const draftByCheck: Readonly<Record<ExtensionPoint, DraftRule>> = {
  capitalization: draftCapitalization,
  conditional: draftConditional,
  consistency: draftConsistency,
  existence: draftExistence,
  metric: draftUnevaluated,
  occurrence: draftOccurrence,
  readability: draftUnevaluated,
  repetition: draftRepetition,
  script: draftUnevaluated,
  sequence: draftUnevaluated,
  spelling: draftUnevaluated,
  substitution: draftSubstitution,
};

/** The rules of a rule file: one, or one for each entry of a long list. */
export function draftRules(rule: ValeRule, context: CheckContext): readonly RuleDraft[] {
  const before = context.problems.length;
  const drafts = draftByCheck[rule.check](rule, context);
  for (const [line, key] of rule.fields.misplacedEntries) {
    context.problems.push(
      `${rule.source}:${line}: ${rule.name}: an entry of "${key}" is not plain text; put it in quotation marks.`,
    );
  }
  if (drafts.length === 0 && context.problems.length === before) {
    context.problems.push(`${rule.source}:1: ${rule.name} (${rule.check}) has no tokens to match; it is left out.`);
  }
  return drafts;
}

/**
 * `extends: metric`, `readability`, `spelling`, `sequence` or `script`: their message is the instruction; checking a
 * text takes formulas, dictionaries, taggers or programs, which are not run here.
 */
function draftUnevaluated(rule: ValeRule, context: CheckContext): readonly RuleDraft[] {
  if (rule.check === 'script') {
    context.problems.push(
      `${rule.source}:1: ${rule.name} is a script, and scripts are not run: its message is used, but not its matches.`,
    );
  }
  const instruction = instructionFor(rule);
  return instruction === '' ? [] : [{ id: rule.name, instruction, count: () => 0 }];
}

function instructionFor({ check, message }: ValeRule): string {
  if (check === 'spelling' && (message === '' || hasPlaceholder(message))) return 'Check the spelling of every word.';
  if (check === 'metric' || check === 'readability') {
    // The placeholder holds the measured number.
    return fillMessage(message.replace(/ ?\(\s*%s\s*\)/g, ''), [['the score']]);
  }
  return fillMessage(message, []);
}
