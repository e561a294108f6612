import {
  type ILicenseService,
  type ILogger,
  type KnowledgeContextConfig,
  type LicenseTier,
  tierIncludes,
} from '@lexichord/abstractions';

/** Maximum number of entities at the WriterPro tier (KG-e §7). */
const writerProEntities = 10;

/** A configuration within the limits of the licence, and one sentence for each limit that applied. */
export interface LicensedConfig {
  readonly config: KnowledgeContextConfig;
  readonly notes: readonly string[];
}

/** The tier in force; the lowest if it cannot be determined (KG-e §5). */
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

/**
 * Limits a configuration: Core has no entities; WriterPro ten, without relationships and rules; Teams and above no
 * limit (KG-e §7).
 */
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
