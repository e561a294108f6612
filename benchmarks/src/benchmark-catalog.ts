import type { Benchmark } from './benchmark.js';

/** Every benchmark by its name on the command line. The code of each is loaded when it runs. */
export const benchmarkCatalog = {
  tokens: async () => (await import('./speed/token-counter.bench.js')).benchmarkTokenCounter,
  assembly: async () => (await import('./speed/assembly.bench.js')).benchmarkAssembly,
  packing: async () => (await import('./speed/packing.bench.js')).benchmarkPacking,
  'text-index': async () => (await import('./speed/text-index.bench.js')).benchmarkTextIndex,
  secrets: async () => (await import('./speed/secrets.bench.js')).benchmarkSecrets,
  index: async () => (await import('./speed/index.bench.js')).benchmarkIndex,
  'index-sizes': async () => (await import('./speed/index-sizes.bench.js')).benchmarkIndexSizes,
  warm: async () => (await import('./speed/warm.bench.js')).benchmarkWarm,
  retrieval: async () => (await import('./quality/retrieval.bench.js')).benchmarkRetrieval,
  'packing-recall': async () => (await import('./quality/packing-recall.bench.js')).benchmarkPackingRecall,
  'chunk-shapes': async () => (await import('./quality/chunk-shapes.bench.js')).benchmarkChunkShapes,
  signals: async () => (await import('./quality/signals.bench.js')).benchmarkSignals,
  changes: async () => (await import('./quality/changes.bench.js')).benchmarkChanges,
  prefix: async () => (await import('./quality/prefix.bench.js')).benchmarkPrefix,
  confidence: async () => (await import('./quality/confidence.bench.js')).benchmarkConfidence,
  'absent-names': async () => (await import('./quality/absent-names.bench.js')).benchmarkAbsentNames,
  'code-questions': async () => (await import('./quality/code-questions.bench.js')).benchmarkCodeQuestions,
  'table-candidates': async () => (await import('./quality/table-candidates.bench.js')).benchmarkTableCandidates,
  closure: async () => (await import('./quality/closure.bench.js')).benchmarkClosure,
  references: async () => (await import('./quality/references.bench.js')).benchmarkReferences,
  knowledge: async () => (await import('./speed/knowledge.bench.js')).benchmarkKnowledge,
  entities: async () => (await import('./quality/entities.bench.js')).benchmarkEntities,
  memory: async () => (await import('./speed/memory.bench.js')).benchmarkMemory,
  conversations: async () => (await import('./quality/conversations.bench.js')).benchmarkConversations,
  preview: async () => (await import('./speed/preview.bench.js')).benchmarkPreview,
  'many-files': async () => (await import('./quality/many-files.bench.js')).benchmarkManyFiles,
  peers: async () => (await import('./peers/peers.bench.js')).benchmarkPeers,
  'mcp-servers': async () => (await import('./peers/mcp-servers.bench.js')).benchmarkMcpServers,
  budget: async () => (await import('./quality/budget.bench.js')).benchmarkBudget,
} satisfies Readonly<Record<string, () => Promise<Benchmark>>>;

/** The name of a benchmark. */
export type BenchmarkName = keyof typeof benchmarkCatalog;

/** All names, in the order in which they run. */
export const benchmarkNames = Object.keys(benchmarkCatalog) as readonly BenchmarkName[];

/** Whether a benchmark has this name. */
export function isBenchmarkName(name: string): name is BenchmarkName {
  return Object.hasOwn(benchmarkCatalog, name);
}
