import * as platform from './index.js';

describe('@lexichord/platform', () => {
  it('exports these values and no others: exporting is a promise', () => {
    expect(Object.keys(platform).sort()).toMatchInlineSnapshot(`
     [
       "BpeTokenCounter",
       "DisposalRegistry",
       "MittEventBus",
       "PinoLogger",
       "RandomIdSource",
       "SilentLogger",
       "SilentMetrics",
       "SystemClock",
       "commentedConfigurationTemplate",
       "configurationJsonSchema",
       "configurationRows",
       "configurationTables",
       "createOpenTelemetryMetrics",
       "createPinoLogger",
       "deepFreeze",
       "deriveQuery",
       "developmentLicense",
       "findClosestName",
       "findLicenseTier",
       "graphemeFloor",
       "isSimilar",
       "jaccardSimilarity",
       "loadConfiguration",
       "logLevels",
       "longestQuery",
       "normalizeWhiteSpace",
       "oncePerContainer",
       "parseOptions",
       "raceWithSignal",
       "registerPlatformModule",
       "resolveToken",
       "unlicensed",
       "userConfigurationFile",
       "verifyLicense",
       "watchConfiguration",
       "wordSet",
     ]
    `);
  });
});
