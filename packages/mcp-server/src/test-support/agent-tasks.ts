/** A task of an agent, and the call that is right for it. */
export interface AgentTask {
  readonly task: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The tasks of one tool. */
export const tasksOf = (
  tool: string,
  tasks: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): readonly AgentTask[] => Object.entries(tasks).map(([task, args]) => ({ task, tool, args }));

/** Written from what agents do, before the router was asked. */
export const agentTasks: readonly AgentTask[] = [
  ...tasksOf('search_code', {
    'Where is the function parseHeader defined?': { query: 'parseHeader' },
    'Which file handles the login of users?': { query: 'login of users' },
    'Find every usage of the class UserService in the code': { query: 'UserService' },
    'Find the code that prints the error message "connection refused"': { query: 'connection refused' },
    'Locate the definition of retryPolicy': { query: 'retryPolicy' },
    'Search the code for places where sessions are closed': { query: 'where sessions are closed' },
    'Which file has the function that validates an email address?': { query: 'validates an email address' },
    'Find the documentation about installation': { query: 'installation', paths: ['docs'] },
    'Where is this string used: "max_retries"?': { query: 'max_retries' },
    'Search the Python code for a function that sorts users': { query: 'sort users', languages: ['python'] },
  }),
  ...tasksOf('pack_context', {
    'Fix the bug that login fails for OAuth users': { task: 'fix the bug that login fails for OAuth users' },
    'Collect all the code I need to implement a retry in the HTTP client': {
      task: 'implement a retry in the HTTP client',
    },
    'A test is failing with this stack trace: gather the code that I need to fix it': {
      task: 'fix the failing test',
      tool_outputs: [{ name: 'test.log', text: 'FAIL test/slots.test.ts' }],
    },
    'Implement the feature of exporting invoices as PDF': { task: 'export invoices as PDF', profile: 'new-feature' },
    'Refactor the payment module into smaller functions; get the relevant code within 20000 tokens': {
      task: 'refactor the payment module',
      budget_tokens: 20_000,
    },
    'Review the diff of a pull request: collect the code that it touches': {
      task: 'review the diff',
      tool_outputs: [{ name: 'change.diff', text: '--- a/x.ts' }],
    },
    'Gather everything relevant to fixing the memory leak before I start coding': { task: 'fix the memory leak' },
    'I need the relevant code for a coding task: add pagination to the list of orders': {
      task: 'add pagination to orders',
    },
  }),
  ...tasksOf('repository_map', {
    'Give me an overview of this repository': {},
    'I am new to this codebase: what is its structure?': {},
    'What are the entry points of the project?': {},
    'Explain the architecture of the project': {},
    'Which languages and folders does this repository have?': {},
    'What are the most central classes of this unfamiliar project?': { budget_tokens: 2_000 },
  }),
  ...tasksOf('expand_context', {
    'Show the full code of the handle src/a.ts:10-20@0a1b2c3d': { handle: 'src/a.ts:10-20@0a1b2c3d' },
    'Show more lines around src/a.ts:10-20@0a1b2c3d': { handle: 'src/a.ts:10-20@0a1b2c3d', surrounding_lines: 20 },
    'Get the next page of the results': { handle: 'more-0123456789ab' },
    'Expand the summarised segment 1a2b3c4d-1 to its whole text': { handle: '1a2b3c4d-1' },
    'The answer left out a place and gave a handle for it: show that': { handle: 'src/a.ts:1-9@0a1b2c3d' },
    'Show the next results with the handle more-0123456789ab': { handle: 'more-0123456789ab' },
  }),
  ...tasksOf('assemble_context', {
    'Rewrite the paragraph at the cursor in docs/guide.md': { document: 'docs/guide.md', line: 12 },
    'Simplify the selection in the open document': { document: 'docs/guide.md', selected_text: 'In order to' },
    'Continue writing the document README.md at line 40': { document: 'README.md', line: 40 },
    'Edit the selected text by the style rules of the document': { document: 'docs/a.md', selected_text: 'utilise' },
    'What belongs to the document that the user is editing?': { document: 'docs/a.md' },
    'Get the headings and the text around the cursor of the open document': { document: 'docs/a.md', line: 3 },
  }),
  ...tasksOf('explain_context', {
    'Why is src/login.ts missing from the packed context?': { path: 'src/login.ts', show: 'left_out' },
    'Explain why this irrelevant chunk was included in the last pack': { show: 'included' },
    'Why was this chunk ranked so low in the pack?': {},
    'How was the budget of the last pack used?': {},
    'Which chunks were left out of the last pack, and why?': { show: 'left_out' },
    'Explain the ranking of the last pack_context': {},
  }),
  ...tasksOf('lookup_knowledge', {
    'What does the term "reservation" mean in this product?': { query: 'reservation' },
    'Which parameters does the endpoint POST /orders have?': { query: 'POST /orders' },
    'What business rules hold for a refund?': { query: 'refund' },
    'List the fields of the schema Customer of the API': { query: 'Customer' },
    'Look up the constraints of the parameter page_size': { query: 'page_size' },
    'What does the glossary say about a crossing?': { query: 'crossing' },
  }),
  ...tasksOf('recall_conversation', {
    'What did we decide in the last session about the database?': { conversation_id: 'plans', query: 'database' },
    'Remind me what was said about the deadline earlier': { conversation_id: 'plans', query: 'deadline' },
    'Which questions were left open in our earlier chat?': { conversation_id: 'plans', query: 'open questions' },
    'Recall the conversation "migration"': { conversation_id: 'migration' },
    'List the stored conversations': {},
    'What had I promised the user in an earlier session?': { conversation_id: 'plans', query: 'promised' },
  }),
  ...tasksOf('remember', {
    'Remember that we use tabs in this project': {
      conversation_id: 'notes',
      messages: [{ role: 'user', content: 'tabs' }],
    },
    'Save this decision for later sessions': {
      conversation_id: 'notes',
      messages: [{ role: 'user', content: 'Postgres' }],
    },
    'Store these messages in memory': { conversation_id: 'chat', messages: [{ role: 'assistant', content: 'Done.' }] },
    'Note down that the user prefers short answers': {
      conversation_id: 'notes',
      messages: [{ role: 'user', content: 'short answers' }],
    },
    'Write the decisions of this session to long-term memory': {
      conversation_id: 'notes',
      messages: [{ role: 'assistant', content: 'We chose Postgres.', id: 'decision-1' }],
    },
    'The user says: please remember my preference for dark mode': {
      conversation_id: 'notes',
      messages: [{ role: 'user', content: 'dark mode' }],
    },
  }),
];
