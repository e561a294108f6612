import type { Axiom, AxiomCondition, AxiomSeverity } from '@lexichord/abstractions';

import { oneOfType, plainName, quote, showChoice, showCount, showValue } from './show-facts.js';

/** The parts of a sentence about a rule. */
export type DescribedAxiom = Pick<Axiom, 'targetType' | 'condition' | 'severity'>;

/** Maximum number of values of `one-of` in a sentence. */
const maxValues = 20;

const obligations: Readonly<Record<AxiomSeverity, string>> = {
  error: 'must',
  warning: 'should',
  info: 'is expected to',
};

/**
 * Describes a rule as one sentence for people and agents, on one line: `Every Endpoint must have "summary".` A rule of
 * severity error `must` hold, a warning `should`.
 */
export function describeAxiom({ targetType, condition, severity }: DescribedAxiom): string {
  const kind = targetType === '*' ? 'entity' : plainName(targetType);
  const subject = { kind, oneOfKind: targetType === '*' ? 'an entity' : oneOfType(targetType) };
  return `${sentence(condition, subject, obligations[severity])}.`;
}

/** The entities to which a rule applies, in words. */
interface Subject {
  /** `Endpoint`. */
  readonly kind: string;
  /** `an Endpoint`. */
  readonly oneOfKind: string;
}

function sentence(condition: AxiomCondition, subject: Subject, must: string): string {
  const { kind } = subject;
  switch (condition.kind) {
    case 'required-property':
      return `Every ${kind} ${must} have ${quote(condition.property)}`;
    case 'pattern':
      return `${propertyOf(condition.property, kind)} ${must} match the regular expression ${code(condition.pattern)}`;
    case 'range':
      return `${propertyOf(condition.property, kind)} ${must} be a number ${bounds(condition)}`;
    case 'one-of':
      return `${propertyOf(condition.property, kind)} ${must} be ${oneOf(condition.values.map(showValue))}`;
    case 'time-order':
      return `${propertyOf(condition.earlier, kind)} ${must} not be after ${quote(condition.later)}`;
    case 'disjoint':
      return `The name of every ${kind} ${must} not be the name of ${showChoice(condition.types.map(oneOfType))} too`;
    default:
      return relationshipSentence(condition, subject, must);
  }
}

type RelationshipCondition = Extract<AxiomCondition, { readonly relationship: string }>;

function relationshipSentence(condition: RelationshipCondition, { kind, oneOfKind }: Subject, must: string): string {
  const relationship = plainName(condition.relationship);
  switch (condition.kind) {
    case 'cardinality':
      return `Every ${kind} ${must} have ${numberOf(condition)} ${relationship}`;
    case 'domain':
      return `Every relationship ${relationship} ${must} start at ${oneOfKind}`;
    case 'relationship-range':
      return `Every relationship ${relationship} of ${oneOfKind} ${must} lead to ${showChoice(condition.types.map(oneOfType))}`;
    case 'acyclic':
      return `No chain of relationships ${relationship} ${must} lead from ${oneOfKind} back to itself`;
    case 'functional':
      return `Every ${kind} ${must} have at most 1 relationship ${relationship}`;
  }
}

function propertyOf(property: string, kind: string): string {
  return `${quote(property)} of every ${kind}`;
}

/** A regular expression in full, because a part of one has another meaning. */
function code(pattern: string): string {
  return JSON.stringify(pattern)
    .slice(1, -1)
    .replaceAll(String.raw`\\`, '\\')
    .replaceAll(String.raw`\"`, '"');
}

function oneOf(values: readonly string[]): string {
  const [only = ''] = values;
  if (values.length === 1) return only;
  if (values.length <= maxValues) return `one of ${showChoice(values)}`;
  return `one of ${values.slice(0, maxValues).join(', ')} or ${values.length - maxValues} more`;
}

interface Bounds {
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
}

function bounds({ minimum, maximum }: Bounds): string {
  if (minimum === undefined) return `of at most ${maximum ?? ''}`;
  if (maximum === undefined) return `of at least ${minimum}`;
  return minimum === maximum ? `equal to ${minimum}` : `from ${minimum} to ${maximum}`;
}

function numberOf({ minimum, maximum }: Bounds): string {
  if (minimum === undefined || minimum === 0) return `at most ${showCount(maximum ?? 0, 'relationship')}`;
  if (maximum === undefined) return `at least ${showCount(minimum, 'relationship')}`;
  if (minimum === maximum) return `exactly ${showCount(minimum, 'relationship')}`;
  return `${minimum} to ${showCount(maximum, 'relationship')}`;
}
