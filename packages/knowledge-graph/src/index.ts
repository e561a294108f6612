// module
export { registerKnowledgeGraphModule } from './knowledge-graph-module.js';
export { type KnowledgeOptionsInput, knowledgeSection } from './knowledge-options.js';

// tables
export { derivedKnowledgeTables } from './search/vector-store.js';

// rules
export { describeAxiom } from './check/describe-axiom.js';
