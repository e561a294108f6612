import type { CommandDefinition, CommandGroup } from './command-definition.js';
import { assembleCommand, demoCommand, previewCommand, startCommand } from './definitions/assembly-commands.js';
import { configGroup, initCommand } from './definitions/configuration-commands.js';
import { completionCommand, debugGroup, doctorCommand, licenseGroup } from './definitions/information-commands.js';
import { knowledgeGroup } from './definitions/knowledge-commands.js';
import { memoryGroup } from './definitions/memory-commands.js';
import { contextGroup, packCommand } from './definitions/packing-commands.js';
import { indexCommand, mapCommand, searchCommand } from './definitions/search-commands.js';
import { mcpCommand, serveCommand } from './definitions/serving-commands.js';
import { strategiesGroup } from './definitions/strategy-commands.js';

/** Every command, in the order in which help shows them. */
export const commandTable: readonly (CommandDefinition | CommandGroup)[] = [
  startCommand,
  demoCommand,
  assembleCommand,
  previewCommand,
  packCommand,
  contextGroup,
  indexCommand,
  searchCommand,
  mapCommand,
  knowledgeGroup,
  memoryGroup,
  mcpCommand,
  serveCommand,
  strategiesGroup,
  initCommand,
  configGroup,
  licenseGroup,
  debugGroup,
  doctorCommand,
  completionCommand(() => commandTable),
];
