import { z } from 'zod';

import { configurationOptions, configurationSchema } from './configuration-schema.js';
import { camelCaseKeys, snakeCaseKeys, snakeCaseSchema } from './key-spelling.js';

const schema = z.strictObject({
  maxTokens: z.int().default(3).describe('Most tokens.'),
  apiKey: z.string().meta({ secret: true }).optional(),
  shares: z
    .strictObject({ lowShare: z.number().default(0.25), highShare: z.number().default(0.75) })
    .check(({ value: { lowShare, highShare }, issues }) => {
      if (lowShare > highShare) issues.push({ code: 'custom', message: 'low is above high', input: lowShare });
    })
    .prefault({}),
  byAgent: z.record(z.string(), z.strictObject({ maxTokens: z.int().optional() })).default({}),
  levels: z
    .object({ topLevel: z.string().default('warn') })
    .catchall(z.string())
    .prefault({}),
});
const spelled = snakeCaseSchema(schema);

describe('snakeCaseSchema', () => {
  it('has the same keys in snake_case, with their defaults and meanings', () => {
    expect(spelled.parse({})).toEqual({
      max_tokens: 3,
      shares: { low_share: 0.25, high_share: 0.75 },
      by_agent: {},
      levels: { top_level: 'warn' },
    });
    expect(z.toJSONSchema(spelled, { io: 'input' })).toMatchObject({
      additionalProperties: false,
      properties: { max_tokens: { description: 'Most tokens.' }, api_key: { secret: true } },
    });
  });

  it.each([
    { maxTokens: 1 },
    { shares: { lowShare: 1 } },
    { by_agent: { editor: { maxTokens: 1 } } },
    { max_tokens: 'many' },
  ])('refuses %j', (section) => {
    expect(spelled.safeParse(section).success).toBe(false);
  });

  it('holds the checks over several keys, and names the mapping', () => {
    const { error } = spelled.safeParse({ shares: { low_share: 0.9 } });

    expect(error?.issues).toEqual([expect.objectContaining({ path: ['shares'], message: 'low is above high' })]);
  });
});

describe('camelCaseKeys and snakeCaseKeys', () => {
  it('leave names alone that the user chooses', () => {
    const section = {
      by_agent: { my_agent: { max_tokens: 5 } },
      levels: { top_level: 'info', context_packer: 'debug' },
    };
    const options = { byAgent: { my_agent: { maxTokens: 5 } }, levels: { topLevel: 'info', context_packer: 'debug' } };

    expect(camelCaseKeys(schema, section)).toEqual(options);
    expect(snakeCaseKeys(schema, options)).toEqual(section);
  });

  it('leave a key as it is that is not known, so that the check of the schema names it', () => {
    expect(snakeCaseKeys(schema, { maxTokns: 1, shares: 'half' })).toEqual({ maxTokns: 1, shares: 'half' });
  });

  it('undo each other for the whole configuration', () => {
    const options = configurationOptions.parse({});

    expect(camelCaseKeys(configurationOptions, snakeCaseKeys(configurationOptions, options))).toEqual(options);
    expect(configurationSchema.parse({})).toEqual(snakeCaseKeys(configurationOptions, options));
  });
});
