import { assembleContext } from './assemble-context.js';
import { expandContext } from './expand-context.js';
import { explainContext } from './explain-context.js';
import { lookupKnowledge } from './lookup-knowledge.js';
import { packContext } from './pack-context.js';
import { recallConversation } from './recall-conversation.js';
import { remember } from './remember.js';
import { repositoryMap } from './repository-map.js';
import { searchCode } from './search-code.js';
import type { ToolDefinition } from './tool-definition.js';

/** All tools, in the order of the list. */
export const allTools: readonly ToolDefinition[] = [
  searchCode,
  packContext,
  repositoryMap,
  expandContext,
  assembleContext,
  explainContext,
  lookupKnowledge,
  recallConversation,
  remember,
];
