/** What is in the workspace whose state `write-state.mjs` archives. */

/** What is packed and searched. */
export const query = 'zebra crossing';

const startMs = Date.UTC(2026, 2, 4, 9);
const minuteMs = 60_000;
const pauseMs = 120 * minuteMs;
const messagesPerSubject = 15;

/** What two people talk about, one subject after the other, so that segments are closed. */
const subjects = [
  'The ferry to the island leaves from quay {n}, and the tide tables decide when it can dock.',
  'The bakery on Mill Street wants rye flour in sacks of {n} kilograms, with yeast for the dough.',
  'The observatory booked telescope {n} for the comet, if the clouds over the ridge let it be seen.',
];

/** The messages of a conversation. */
export const chat = Array.from({ length: subjects.length * messagesPerSubject }, (_, index) => {
  const part = Math.floor(index / messagesPerSubject);
  const content =
    index === 7
      ? 'Decision: we take PostgreSQL for the bookings, because it is the database that is there.'
      : subjects[part].replace('{n}', String(index + 3));
  const timestamp = new Date(startMs + index * minuteMs + part * pauseMs).toISOString();
  return { role: index % 2 === 0 ? 'user' : 'assistant', content, timestamp };
});

/** A file of facts with one value that changes, for a history. */
export function factsOf(owner) {
  return `entities:
  - type: Service
    name: Billing
    properties: { owner: ${owner} }
    relationships: [{ type: uses, to: { type: Service, name: Ledger } }]
  - type: Service
    name: Ledger
    properties: { owner: payments }
axioms:
  - name: services have an owner
    description: Somebody answers for every service.
    targetType: Service
    severity: error
    condition: { kind: required-property, property: owner }
`;
}

/** By path in the workspace. */
export const files = {
  '.agent/.keep': '',
  'notes.md':
    '# Zebra crossing\n\nLook left, then right, then left again.\n\n# Billing\n\nInvoices go out on Mondays.\n',
  'src/crossing.ts':
    '/** Whether a zebra crossing is free. */\nexport function isCrossingFree(cars: number): boolean {\n  return cars === 0;\n}\n',
  'facts.yaml': factsOf('accounting'),
  'chat.jsonl': chat.map((message) => `${JSON.stringify(message)}\n`).join(''),
};
