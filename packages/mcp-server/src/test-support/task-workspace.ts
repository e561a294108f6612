const lines = (count: number, line: (number: number) => string): string =>
  Array.from({ length: count }, (_, index) => `${line(index + 1)}\n`).join('');

/** Files of a workspace that has an answer to each task. */
export const taskFiles: Readonly<Record<string, string>> = {
  'src/a.ts': lines(30, (number) => `export const a${number} = ${number};`),
  'src/http/header.ts':
    '/** Parses one header of a request. */\nexport function parseHeader(line: string): string {\n  return line.trim();\n}\n',
  'src/http/client.ts':
    '/** The HTTP client; it has no retry yet. */\nexport class HttpClient {\n  get(url: string): string {\n    return url;\n  }\n}\n',
  'src/login.ts': [
    "import { UserService } from './user-service.js';",
    '',
    '/** Login of users, by password or by OAuth. */',
    'export function login(name: string): boolean {',
    `${lines(25, (number) => `  check("step ${number} of the login", name);`)}  return new UserService().has(name);`,
    '}',
    '',
  ].join('\n'),
  'src/user-service.ts':
    'export class UserService {\n  has(name: string): boolean {\n    return name !== "";\n  }\n}\n',
  'src/connect.ts':
    'export function connect(host: string): void {\n  if (host === "") throw new TypeError("connection refused");\n}\n',
  'src/retry.ts': '/** How often is tried again. */\nexport const retryPolicy = { max_retries: 3 };\n',
  'src/session.ts':
    '/** Sessions are closed here. */\nexport function closeSession(id: string): string {\n  return id;\n}\n',
  'src/email.ts':
    '/** Validates an email address. */\nexport function isEmail(address: string): boolean {\n  return address.includes("@");\n}\n',
  'src/invoices.ts':
    '/** Invoices; their export as PDF is still missing. */\nexport function exportInvoices(): string[] {\n  return [];\n}\n',
  'src/payment.ts': '/** The payment module. */\nexport function pay(amount: number): number {\n  return amount;\n}\n',
  'src/orders.ts':
    '/** The list of orders, without pagination. */\nexport function listOrders(): string[] {\n  return [];\n}\n',
  'src/cache.ts':
    '/** A cache that is never emptied: a memory leak. */\nexport const cache = new Map<string, string>();\n',
  'src/slots.ts': 'export function freeSlots(): number {\n  return 1;\n}\n',
  'test/slots.test.ts':
    "import { freeSlots } from '../src/slots.js';\n\nif (freeSlots() !== 2) throw new TypeError('slots');\n",
  'x.ts': '/** What the diff of the pull request touches. */\nexport const x = 1;\n',
  'lib/users.py': 'def sort_users(users):\n    """Sort users by name."""\n    return sorted(users)\n',
  'docs/installation.md': '# Installation\n\nHow to install the program.\n',
  'docs/guide.md': `# Guide\n\n${lines(12, (number) => `In order to begin, take step ${number}.\n`)}`,
  'docs/a.md': '# A\n\nUtilise the tool.\n\n## B\n\nThe end.\n',
  'README.md': `# Shop\n\n${lines(40, (number) => `Sentence ${number} of the readme.`)}`,
  'package.json': '{ "name": "shop", "version": "1.0.0", "main": "src/login.ts" }\n',
};

/** Documents of the knowledge graph of that workspace. */
export const taskKnowledge: Readonly<Record<string, string>> = {
  'docs/glossary.md':
    '# Glossary\n\n- **Reservation**: a place that is kept for a guest.\n- **Crossing**: one way over the water.\n' +
    '- **Refund**: money that goes back; a refund needs the receipt.\n',
  'api/openapi.yaml': [
    'openapi: 3.1.0',
    'info: { title: Shop, version: 1.0.0 }',
    'paths:',
    '  /orders:',
    '    post:',
    '      summary: Place an order.',
    '      parameters:',
    '        - { name: page_size, in: query, schema: { type: integer, minimum: 1, maximum: 100 } }',
    "      responses: { '201': { description: Placed. } }",
    'components:',
    '  schemas:',
    '    Customer:',
    '      type: object',
    '      properties: { email: { type: string }, city: { type: string } }',
    '',
  ].join('\n'),
};

/** Stored conversations of that workspace. */
export const taskConversations: Readonly<Record<string, string>> = {
  plans:
    'We decided that the database is Postgres. The deadline is in May. I promised a demo. Open questions: who hosts it?',
  migration: 'The migration of the tables runs at night.',
};

/** Patterns for the answers to tasks; for other tasks of a tool the pattern is in the tool's own row. */
export const taskAnswers: Readonly<Record<string, RegExp>> = {
  'Where is the function parseHeader defined?': /^src\/http\/header\.ts:/mu,
  'Which file handles the login of users?': /^src\/login\.ts:/mu,
  'Find every usage of the class UserService in the code': /^src\/login\.ts:/mu,
  'Find the code that prints the error message "connection refused"': /^src\/connect\.ts:/mu,
  'Locate the definition of retryPolicy': /^src\/retry\.ts:/mu,
  'Search the code for places where sessions are closed': /^src\/session\.ts:/mu,
  'Which file has the function that validates an email address?': /^src\/email\.ts:/mu,
  'Find the documentation about installation': /^docs\/installation\.md:/mu,
  'Where is this string used: "max_retries"?': /^src\/retry\.ts:/mu,
  'Search the Python code for a function that sorts users': /^lib\/users\.py:/mu,
  'Fix the bug that login fails for OAuth users': /by OAuth/u,
  'Collect all the code I need to implement a retry in the HTTP client': /class HttpClient/u,
  'A test is failing with this stack trace: gather the code that I need to fix it': /test\/slots\.test\.ts/u,
  'Implement the feature of exporting invoices as PDF': /exportInvoices/u,
  'Refactor the payment module into smaller functions; get the relevant code within 20000 tokens': /function pay/u,
  'Review the diff of a pull request: collect the code that it touches': /x\.ts/u,
  'Gather everything relevant to fixing the memory leak before I start coding': /a memory leak/u,
  'I need the relevant code for a coding task: add pagination to the list of orders': /listOrders/u,
  repository_map: /UserService|parseHeader/u,
  'Show the full code of the handle src/a.ts:10-20@0a1b2c3d': /^src\/a\.ts:10-20\n/u,
  'Show more lines around src/a.ts:10-20@0a1b2c3d': /^src\/a\.ts:1-31\n/u,
  'Expand the summarised segment 1a2b3c4d-1 to its whole text': /The migration of the tables/u,
  'The answer left out a place and gave a handle for it: show that': /^src\/a\.ts:1-9\n/u,
  'Get the next page of the results': /^\d+ places, best first/u,
  'Show the next results with the handle more-0123456789ab': /^\d+ places, best first/u,
  'Rewrite the paragraph at the cursor in docs/guide.md': /take step 5/u,
  'Simplify the selection in the open document': /In order to/u,
  'Continue writing the document README.md at line 40': /Sentence 38/u,
  'Edit the selected text by the style rules of the document': /utilise/u,
  'What belongs to the document that the user is editing?': /Utilise the tool/u,
  'Get the headings and the text around the cursor of the open document': /Utilise the tool[^]*## B/u,
  'Why is src/login.ts missing from the packed context?': /src\/login\.ts:\S+ left out/u,
  'Explain why this irrelevant chunk was included in the last pack': /: included;/u,
  'Why was this chunk ranked so low in the pack?': /relevance .*: included;|: left out: /u,
  'Which chunks were left out of the last pack, and why?': /: left out: /u,
  explain_context: /^The last pack used \d+ of \d+ tokens/u,
  'What does the term "reservation" mean in this product?': /kept for a guest/u,
  'Which parameters does the endpoint POST /orders have?': /page_size/u,
  'What business rules hold for a refund?': /needs the receipt/u,
  'List the fields of the schema Customer of the API': /city/u,
  'Look up the constraints of the parameter page_size': /page_size[^]*integer/u,
  'What does the glossary say about a crossing?': /over the water/u,
  'What did we decide in the last session about the database?': /Postgres/u,
  'Remind me what was said about the deadline earlier': /in May/u,
  'Which questions were left open in our earlier chat?': /who hosts it/u,
  'Recall the conversation "migration"': /runs at night/u,
  'List the stored conversations': /^migration \(1 message\)\nplans/mu,
  'What had I promised the user in an earlier session?': /promised a demo/u,
  remember: /^Stored 1 message in "(?:notes|chat)"/u,
};
