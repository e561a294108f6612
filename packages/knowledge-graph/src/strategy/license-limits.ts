import {
  type ILicenseService,
  type ILogger,
  type KnowledgeContextConfig,
  type LicenseTier,
  tierIncludes,
} from '@lexichord/abstractions';

/** Most entities that an agent is told of at the WriterPro tier (KG-e §7). */
const writerProEntities = 10;

/** A configuration as the licence allows it, and what the licence took from it, one sentence each. */
export interface LicensedConfig {
  readonly config: KnowledgeContextConfig;
  readonly notes: readonly string[];
}

/** The tier in force; the lowest when it cannot be found out (KG-e §5). */
export function tierInForce(license: ILicenseService, log: ILogger): LicenseTier {
  try {
    return license.tier;
  } catch (error) {
    log.warn('The licence cannot be checked, so the lowest tier counts: {reason}', {
      reason: error instanceof Error ? error.message : 'unknown',
    });
    return 'Core';
  }
}

/** Core nothing; WriterPro ten entities, without relationships and rules; Teams and above everything (KG-e §7). */
export function limitByLicense(config: KnowledgeContextConfig, tier: LicenseTier): LicensedConfig {
  if (tierIncludes(tier, 'Teams')) return { config, notes: [] };
  if (!tierIncludes(tier, 'WriterPro')) {
    return {
      config: { ...config, maxEntities: 0, includeRelationships: false, includeAxioms: false },
      notes: [`The knowledge graph requires the WriterPro tier; this licence is ${tier}.`],
    };
  }
  const { maxEntities, includeRelationships, includeAxioms } = config;
  const isLess = maxEntities > writerProEntities || includeRelationships || includeAxioms;
  return {
    config: {
      ...config,
      maxEntities: Math.min(maxEntities, writerProEntities),
      includeRelationships: false,
      includeAxioms: false,
    },
    notes: isLess
      ? [
          `The ${tier} tier has at most ${writerProEntities} entities, without relationships and rules. Teams has no such limit.`,
        ]
      : [],
  };
}
