import type { AxiomViolation, EntityVersion, KnowledgeEntity } from '@lexichord/abstractions';
import picocolors from 'picocolors';

import { importLine } from '../commands/knowledge-import.js';
import { type ShownRelationship, entityPage } from './entity-page.js';
import { violationList, violationSummary } from './rule-lists.js';

const layout = { colors: picocolors.createColors(false), columns: 70 };

const place = (startLine: number, endLine = startLine) => ({ documentPath: 'api.yaml', startLine, endLine });

const pet: KnowledgeEntity = {
  id: 'e',
  type: 'Schema',
  name: 'Pet',
  aliases: [],
  properties: {},
  sources: [place(3)],
  createdMs: 0,
  modifiedMs: 0,
};

describe('entityPage', () => {
  it('shows values as one would write them on one line', () => {
    const properties = {
      tags: ['a', 'b'],
      fields: { id: 'integer', isOld: false },
      nested: { list: [{ deep: 1 }] },
      lists: [[1], [2]],
      nothing: null,
      long: 'x'.repeat(700),
    };

    const page = entityPage({ entity: { ...pet, properties } }, { ...layout, columns: 160 });

    expect(page).toContain('tags     a, b\n');
    expect(page).toContain('fields   id: integer; isOld: false\n');
    expect(page).toContain('nested   {"list":[{"deep":1}]}\n');
    expect(page).toContain('lists    [[1],[2]]\n');
    expect(page).toContain('nothing  null\n');
    expect(page.replaceAll(/\s+/g, ' ')).toContain('… (--json has all)');
  });

  it('names some of many relationships and places, and counts the others', () => {
    const relationships = Array.from({ length: 20 }, (_, index): ShownRelationship => ({
      direction: index < 15 ? 'incoming' : 'outgoing',
      type: 'refers-to',
      entity: { id: `e${index}`, type: 'Schema', name: `S${index}` },
      properties: {},
      sources: [],
    }));
    const sources = Array.from({ length: 10 }, (_, index) => place(index + 1, index + 2));

    const page = entityPage({ entity: { ...pet, sources }, relationships }, layout);

    expect(page).toContain('← refers-to  Schema S0\n               Schema S1\n');
    expect(page).toContain('               … and 3 more\n  → refers-to  Schema S15\n');
    expect(page).toContain('  api.yaml:8-9\n  … and 2 more places');
  });

  it('tells what each version changed', () => {
    const version = (validFromMs: number, given: Partial<EntityVersion>): EntityVersion => ({
      ...pet,
      validFromMs,
      validUntilMs: validFromMs + 1_000,
      ...given,
    });
    const history = [
      version(0, {}),
      version(1_000, { properties: { owner: 'Ada' }, aliases: ['Animal'] }),
      version(2_000, { properties: { owner: 'Ada' }, aliases: ['Animal'], sources: [place(9)] }),
      version(9_000, {
        properties: { owner: 'Ada' },
        aliases: ['Animal'],
        sources: [place(9)],
        validUntilMs: undefined,
      }),
    ];

    const [, rows] = entityPage({ entity: pet, history }, { ...layout, columns: 100 }).split('History\n');

    expect(rows?.split('\n')).toEqual([
      '  1970-01-01 00:00:00Z  first known until 1970-01-01 00:00:01Z',
      '  1970-01-01 00:00:01Z  changed: owner, aliases until 1970-01-01 00:00:02Z',
      '  1970-01-01 00:00:02Z  changed: places until 1970-01-01 00:00:03Z',
      '  1970-01-01 00:00:09Z  known again',
    ]);
  });
});

describe('violationList', () => {
  const violation = (rule: number, entity: number, given: Partial<AxiomViolation> = {}): AxiomViolation => ({
    axiomId: `a${rule}`,
    axiomName: `rule ${rule}`,
    severity: 'error',
    entityId: `e${entity}`,
    entityType: 'Schema',
    entityName: `S${entity}`,
    message: `Schema "S${entity}" has no "type".`,
    evidence: [place(entity), place(entity + 100), place(1)],
    ...given,
  });

  it('shows a part of each rule, and not more than fits on a few screens', () => {
    const violations = Array.from({ length: 20 }, (_, rule) =>
      Array.from({ length: 7 }, (__, entity) => violation(rule, entity)),
    ).flat();

    const text = violationList(violations, layout);

    expect(text).toMatch(/^error {4}rule 0 {2}api\.yaml:1\n {2}Schema "S0" has no "type"\. {2}api\.yaml:0 \+1\n/);
    expect(text.match(/has no "type"/g)).toHaveLength(40);
    expect(text).toContain('  … and 2 more\n');
    expect(text).toMatch(/… and 12 more broken rules; --json lists all$/);
  });

  it('puts the place on a line of its own where there is no room, and takes a rule for proof of itself', () => {
    const text = violationList(
      [violation(1, 2, { message: `A ${'long '.repeat(12)}end.`, evidence: [place(4)] })],
      layout,
    );

    expect(text.split('\n').slice(1)).toEqual([`  A ${'long '.repeat(12)}end.`, '    api.yaml:4']);
  });

  it('counts by severity', () => {
    const violations = [
      violation(1, 1),
      violation(2, 1, { severity: 'warning' }),
      violation(2, 2, { severity: 'warning' }),
      violation(3, 2, { severity: 'info' }),
    ];

    expect(violationSummary({ violations, checkedEntities: 1, checkedAxioms: 3 }, layout)).toBe(
      '1 error, 2 warnings, 1 info. 1 entity and 3 rules checked.',
    );
  });
});

describe('importLine', () => {
  it('tells how far reading is, and that storing takes its time', () => {
    expect(importLine({ filesDone: 1, filesTotal: 3, entities: 1_200 })).toBe('Reading 1 of 3 files, 1,200 entities');
    expect(importLine({ filesDone: 1, filesTotal: 1, entities: 1 })).toBe('Storing 1 entity of 1 file');
  });
});
