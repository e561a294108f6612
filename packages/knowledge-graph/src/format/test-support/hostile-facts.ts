import type { Axiom, KnowledgeEntity, KnowledgeToFormat, PropertyValue } from '@lexichord/abstractions';
import fc from 'fast-check';

import { aRelationship, anEntity } from '../../search/test-support/a-graph.js';

/** Texts that break formats. */
const nasty = fc.constantFrom(
  '<|endoftext|>',
  '---',
  '...',
  '--- !!js/function',
  '```\n# Heading\n```',
  '~~~',
  '# not a heading',
  '- not an item',
  ': ',
  'a: b',
  '&anchor *alias',
  '{}',
  '[1, 2]',
  '"quoted"',
  "it's",
  'null',
  'true',
  '012',
  '1e3',
  '2024-01-01',
  '__proto__',
  'constructor',
  'one\ntwo\n\n three\n',
  '\n\nleading',
  'trailing \n  ',
  'tab\there',
  'a\r\nb\rc',
  'a\u0085b\u2028c\u2029d',
  '\uFEFFmark',
  '\u0000\u0007\u001B[31m',
  '\uD800 lone',
  'lone \uDC00',
  '😀👩‍👩‍👧',
  '%TAG ! tag:',
  '| block',
  '> folded',
  '? key',
  '@at',
  '`tick`',
  '<script>alert(1)</script>',
  '   ',
  '',
);

/** Any text, hostile ones among them. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  nasty,
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 40 }),
  fc.array(nasty, { maxLength: 4 }).map((parts) => parts.join('\n')),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 }).map((units) => String.fromCharCode(...units)),
);

const anyValue = fc.letrec<{ value: PropertyValue; list: PropertyValue; record: PropertyValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    anyText,
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number)),
    fc.boolean(),
    fc.constant(null),
    tie('list'),
    tie('record'),
  ),
  list: fc.array(tie('value'), { maxLength: 5 }),
  record: fc.array(fc.tuple(anyText, tie('value')), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
})).value;

const anEntityOfAnything: fc.Arbitrary<KnowledgeEntity> = fc
  .record({
    type: fc.oneof(fc.constantFrom('Endpoint', 'Schema'), anyText),
    name: anyText,
    aliases: fc.array(anyText, { maxLength: 3 }),
    properties: fc
      .array(fc.tuple(fc.oneof(anyText, fc.constantFrom('description', 'summary')), anyValue), { maxLength: 6 })
      .map((entries) => Object.fromEntries(entries)),
  })
  .map(({ type, name, ...more }) => anEntity(type, name, more));

/** A rule for entities of a type. */
export function anAxiom(targetType: string, name: string, more: Partial<Axiom> = {}): Axiom {
  return {
    id: `${targetType} ${name}`,
    name,
    description: '',
    targetType,
    condition: { kind: 'required-property', property: 'summary' },
    severity: 'error',
    isEnabled: true,
    source: { documentPath: 'rules.yaml', startLine: 1, endLine: 1 },
    ...more,
  };
}

/** Entities with relationships between some of them, and to one that is missing, and rules. */
export const anyFacts: fc.Arbitrary<KnowledgeToFormat> = fc
  .record({
    entities: fc.array(anEntityOfAnything, { minLength: 1, maxLength: 6 }),
    ends: fc.array(fc.tuple(fc.nat(), anyText, fc.nat()), { maxLength: 6 }),
    rules: fc.array(fc.tuple(fc.nat(), anyText, anyText), { maxLength: 4 }),
  })
  .map(({ entities, ends, rules }) => {
    const all = [...entities, anEntity('Missing', 'nowhere')];
    const at = (index: number): KnowledgeEntity => all[index % all.length] as KnowledgeEntity;
    return {
      entities,
      relationships: ends.map(([from, type, to]) => aRelationship(at(from), type, at(to))),
      axioms: rules.map(([type, name, description]) => anAxiom(at(type).type, name, { description })),
    };
  });
