import { type AgentTask, agentTasks } from '../test-support/agent-tasks.js';
import { type Connection, connect, textOf } from '../test-support/connected-client.js';
import { ServedFolder } from '../test-support/served-folder.js';
import { taskAnswers, taskConversations, taskFiles, taskKnowledge } from '../test-support/task-workspace.js';

/** What a task names that a call cannot do without: in quotes, a file with its lines, a handle, a number. */
const namedThings =
  /"(?<quoted>[^"]+)"|(?<![\w/])(?<file>[\w/.-]+\.(?:ts|md)(?::\S+)?)|(?<handle>more-\w+|\b[0-9a-f]{8}-\d)|(?<number>\b\d+\b)/gu;

describe('the arguments of a task', () => {
  let folder: ServedFolder;
  let connection: Connection;
  /** Handles of this workspace, by those that the tasks name. */
  const handles = new Map<unknown, unknown>();

  beforeAll(async () => {
    folder = await ServedFolder.create(taskFiles);
    const runtime = await folder.open();
    const documents = Object.entries(taskKnowledge).map(([documentPath, text]) => ({ documentPath, text }));
    await runtime.knowledge.import(documents);
    for (const [id, content] of Object.entries(taskConversations)) {
      await runtime.memory.add(id, [{ role: 'user', content }]);
    }
    connection = await connect(runtime);
    const [segment] = await runtime.memory.segments('migration');
    const query = { query: 'function', show_code: false, limit: 20, budget_tokens: 200 };
    const found = await connection.client.callTool({ name: 'search_code', arguments: query });
    handles.set('1a2b3c4d-1', segment?.segmentId);
    handles.set('more-0123456789ab', (found.structuredContent as { readonly more?: string }).more);
    await connection.client.callTool({
      name: 'pack_context',
      arguments: { task: 'login by UserService', open_files: ['docs/guide.md', 'src/a.ts'], budget_tokens: 300 },
    });
  });

  afterAll(async () => {
    await connection.close();
    await folder.dispose();
  });

  it('have an answer that is expected', () => {
    const expected = agentTasks.filter(({ task, tool }) => (taskAnswers[task] ?? taskAnswers[tool]) !== undefined);

    expect(expected).toHaveLength(60);
  });

  // The tasks about the last pack come before those that pack.
  it.each(agentTasks.toSorted((a, b) => Number(isAboutPack(b)) - Number(isAboutPack(a))))(
    'bring what "$task" asks for',
    async ({ task, tool, args }) => {
      const own = Object.fromEntries(Object.entries(args).map(([key, value]) => [key, handles.get(value) ?? value]));

      const answer = await connection.client.callTool({ name: tool, arguments: own });

      expect(textOf(answer)).toMatch(taskAnswers[task] ?? taskAnswers[tool]!);
      expect(answer.isError ?? false).toBe(false);
    },
  );

  it.each(agentTasks)('have in them what "$task" names', ({ task, args }) => {
    const given = JSON.stringify(args);
    const names = [...task.matchAll(namedThings)].map(([all, quoted]) => quoted ?? all);

    for (const name of names) expect(given).toContain(name);
  });
});

function isAboutPack({ tool }: AgentTask): boolean {
  return tool === 'explain_context';
}
