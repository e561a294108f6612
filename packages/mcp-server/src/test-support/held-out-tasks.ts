import { type AgentTask, tasksOf } from './agent-tasks.js';

/**
 * Tasks as different people would say them, written without asking the router, and after the descriptions. They are held
 * out: no description is changed for them (docs/adr/0085).
 */
export const heldOutTasks: readonly AgentTask[] = [
  ...tasksOf('search_code', {
    'where the heck do we parse the csv headers?': { query: 'parse csv headers' },
    'I need to see who calls sendInvoice': { query: 'sendInvoice' },
    'Is there already something in here that debounces a callback?': { query: 'debounce a callback' },
    "grep me the line that throws 'quota exceeded'": { query: 'quota exceeded' },
    'point me at the README section on deployment': { query: 'deployment', paths: ['README.md'] },
  }),
  ...tasksOf('pack_context', {
    'the nightly export job crashes on leap years, get me what I need to sort it out': {
      task: 'the nightly export job crashes on leap years',
    },
    "I'm going to add dark mode. What code do I have to look at?": { task: 'add dark mode' },
    'Load up the context for splitting the billing service in two': { task: 'split the billing service in two' },
    'pytest blew up with this traceback, pull in all the bits that matter': {
      task: 'fix the failing test',
      tool_outputs: [{ name: 'pytest', text: 'Traceback (most recent call last):' }],
    },
  }),
  ...tasksOf('repository_map', {
    'what am I even looking at here? first time I open this repo': {},
    'tour of the project please': {},
    'how is this monorepo laid out?': {},
  }),
  ...tasksOf('expand_context', {
    'that snippet got cut off, give me the rest: src/api.ts:40-80@9f8e7d6c': { handle: 'src/api.ts:40-80@9f8e7d6c' },
    'next batch please, more-a1b2c3d4e5f6': { handle: 'more-a1b2c3d4e5f6' },
    'a few lines above and below lib/queue.py:12-30@00ff00ff': {
      handle: 'lib/queue.py:12-30@00ff00ff',
      surrounding_lines: 5,
    },
  }),
  ...tasksOf('assemble_context', {
    "make this paragraph in docs/faq.md shorter, I'm on line 22": { document: 'docs/faq.md', line: 22 },
    "finish the sentence I'm typing in CHANGELOG.md": { document: 'CHANGELOG.md' },
    'does my selected text follow our writing conventions? fix it': { document: 'a.md', selected_text: 'utilise' },
  }),
  ...tasksOf('explain_context', {
    "you didn't give me auth.ts, how come?": { path: 'auth.ts', show: 'left_out' },
    'what pushed utils/date.ts into what you collected just now?': { path: 'utils/date.ts', show: 'included' },
    'where did all the tokens of that bundle go?': {},
  }),
  ...tasksOf('lookup_knowledge', {
    "what do we call a 'settlement' around here?": { query: 'settlement' },
    'which fields are mandatory when you POST to /customers?': { query: 'POST /customers' },
    'am I allowed to cancel a shipped order, according to our rules?': { query: 'cancel a shipped order' },
  }),
  ...tasksOf('recall_conversation', {
    'what did I tell you yesterday about naming branches?': { conversation_id: 'chat', query: 'naming branches' },
    'we talked about caching a while ago, what was the outcome?': { conversation_id: 'chat', query: 'caching' },
    'which chats do you still have from me?': {},
  }),
  ...tasksOf('remember', {
    'from now on keep in mind that I hate semicolons': {
      conversation_id: 'notes',
      messages: [{ role: 'user', content: 'I hate semicolons' }],
    },
    'jot this down for next time: staging is on port 8081': {
      conversation_id: 'notes',
      messages: [{ role: 'user', content: 'Staging is on port 8081.' }],
    },
    "don't forget: releases happen on thursdays": {
      conversation_id: 'notes',
      messages: [{ role: 'user', content: 'Releases happen on Thursdays.' }],
    },
  }),
];
