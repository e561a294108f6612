import { MemoryEditorService, WordTokenCounter, describeContextStrategy } from '@lexichord/testing';
import { OpenTasksStrategy } from './open-tasks-strategy.js';

// More than fits into the strategy's tokens.
const manyTasks = Array.from({ length: 300 }, (_, index) => `- [ ] Task number ${index} of many`).join('\n');

describeContextStrategy('OpenTasksStrategy', () => {
  const tokenCounter = new WordTokenCounter();
  const editor = new MemoryEditorService({ 'TODO.md': manyTasks });
  return {
    strategy: new OpenTasksStrategy('TODO.md', editor, tokenCounter),
    tokenCounter,
    request: { agentId: 'copilot' },
    requestsWithoutInput: [],
  };
});
