import { packContext } from './pack-context.js';
import { searchCode } from './search-code.js';
import type { ToolDefinition } from './tool-definition.js';

/** Every tool, in the order in which they are listed. */
export const allTools: readonly ToolDefinition[] = [searchCode, packContext];
