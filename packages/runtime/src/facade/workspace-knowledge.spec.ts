import {
  ErrorCode,
  IGraphRepository,
  type ILexichordRuntime,
  LexichordError,
  type LicenseTier,
} from '@lexichord/abstractions';

import { TemporaryRuntimes } from '../test-support/temporary-runtimes.js';

const file = {
  documentPath: 'k.yaml',
  text: `knowledge: 1
entities:
${Array.from({ length: 14 }, (_, index) => `  - { type: Term, name: Pet ${index}, properties: { definition: An animal. } }`).join('\n')}
axioms: [{ name: r, targetType: Term, severity: error, condition: { kind: required-property, property: source } }]
`,
};

/** Every method, by its name. */
const calls: readonly (readonly [
  string,
  LicenseTier,
  (lexichord: ILexichordRuntime, signal?: AbortSignal) => Promise<unknown>,
])[] = [
  ['import', 'WriterPro', ({ knowledge }, signal) => knowledge.import([file], { signal })],
  ['search', 'WriterPro', ({ knowledge }, signal) => knowledge.search('pet', { signal })],
  ['findByName', 'WriterPro', ({ knowledge }, signal) => knowledge.findByName('pet 3', { signal })],
  [
    'context',
    'WriterPro',
    ({ knowledge }, signal) => knowledge.context({ agentId: 'copilot', query: 'pet' }, { signal }),
  ],
  ['check', 'Teams', ({ knowledge }, signal) => knowledge.check({ signal })],
  ['export', 'WriterPro', ({ knowledge }, signal) => knowledge.export({ format: 'yaml', signal })],
  ['count', 'WriterPro', ({ knowledge }, signal) => knowledge.count({ signal })],
];

describe('the knowledge of a runtime', () => {
  let runtimes: TemporaryRuntimes;

  beforeEach(async () => {
    runtimes = await TemporaryRuntimes.create();
  });

  afterEach(() => runtimes.dispose());

  it('imports, finds, checks, tells and exports', async () => {
    const { knowledge } = await runtimes.open();

    const { changes } = await knowledge.import([file]);
    const [named] = await knowledge.findByName('pet 3');
    const { violations } = await knowledge.check();
    const told = await knowledge.context({ agentId: 'copilot', query: 'pet', tokenBudget: 500 });
    const exported = await knowledge.export({ format: 'json' });

    expect(changes?.entities.added).toBe(14);
    expect(named?.name).toBe('Pet 3');
    expect(violations).toHaveLength(14);
    expect(told.content).toContain('An animal.');
    expect(exported.entities).toBe(14);
    expect(await knowledge.count()).toMatchObject({ entities: 14, axioms: 1 });
  });

  it('KG-e §7: gives ten entities below Teams, and says that there may be more', async () => {
    await (await runtimes.open()).knowledge.import([file]);
    const { knowledge: ofTeams } = await runtimes.open({ lowerTierTo: 'Teams' });
    const { knowledge: below } = await runtimes.open({ lowerTierTo: 'WriterPro' });

    const all = await ofTeams.search('pet', { limit: 12, types: ['Term'] });
    const ten = await below.search('pet', { limit: 12 });
    const usual = await below.search('pet');

    expect([all.entities.length, ten.entities.length, usual.entities.length]).toEqual([12, 10, 10]);
    expect([all.warnings, usual.warnings]).toEqual([[], []]);
    expect(ten.warnings).toEqual(['This licence shows at most 10 entities; more require the Teams tier.']);
  });

  it('answers a question about facts that cannot be read with the reason, and not with nothing', async () => {
    const fail = () => Promise.reject(new LexichordError(ErrorCode.storageFailed, 'A fact is damaged.'));
    const { knowledge } = await runtimes.open({
      register: (container) =>
        container.register<Partial<IGraphRepository>>(IGraphRepository, {
          useValue: { count: fail, searchEntities: fail },
        }),
    });

    const asked = knowledge.context({ agentId: 'copilot', query: 'pet' });

    await expect(asked).rejects.toMatchObject({ code: 'storage-failed' });
  });

  it.each(calls)('%s is locked below its tier, and says which opens it', async (_name, required, call) => {
    const lexichord = await runtimes.open({ lowerTierTo: required === 'Teams' ? 'WriterPro' : 'Core' });

    const error: unknown = await call(lexichord).catch((reason: unknown) => reason);

    expect(error).toMatchObject({ code: 'license-required', details: { required } });
    expect(String(error)).toContain(`requires ${required} or a higher tier`);
    expect(String(error)).toContain('Run "lexichord license show"');
  });

  it.each(calls)('%s is open at its tier', async (_name, lowerTierTo, call) => {
    const lexichord = await runtimes.open({ lowerTierTo });

    expect(await call(lexichord)).toBeDefined();
  });

  it.each(calls)('%s rejects with the reason of its signal', async (_name, _tier, call) => {
    const lexichord = await runtimes.open();
    await lexichord.knowledge.import([file]);

    await expect(call(lexichord, AbortSignal.abort('enough'))).rejects.toBe('enough');
  });
});
