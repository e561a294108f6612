import { createRuntime, developmentLicense } from '@lexichord/runtime';

import { enterWorkspace } from '../enter-workspace.js';

const workspaceRoot = enterWorkspace({
  'src/login.ts': '/** Fails for OAuth users without an address. */\nexport function login(): void {}\n',
  'docs/booking.md': '# Booking\n\nA slot is half an hour.\n',
});
const lexichord = await createRuntime({ workspaceRoot, license: developmentLicense });
const { signal } = new AbortController();

// #region pack
const task = 'why does login fail for OAuth users';
const packed = await lexichord.pack(task, {
  budget: 20_000,
  openFiles: ['src/login.ts'],
  profile: 'bug-fix',
  signal,
});
// #endregion

expect(packed.content).toContain('### src/login.ts');

const content = '# Booking\n\nA slot is half an hour.\n';
const readTicket = (id: number, reading: AbortSignal | undefined): Promise<string> => {
  reading?.throwIfAborted();
  return Promise.resolve(`Ticket ${id}: OAuth users cannot log in.\n`);
};

// #region own-sources
import type { PendingContextSource } from '@lexichord/abstractions';

const ready = { sourceType: 'reference', filePath: 'docs/booking.md', content } as const;
const pending: PendingContextSource = {
  name: 'tickets',
  sourceType: 'tool-result',
  timeoutMs: 1_000,
  load: async ({ signal }) => [
    { sourceType: 'tool-result', filePath: 'tool:ticket-17', content: await readTicket(17, signal) },
  ],
};
const withTicket = await lexichord.pack(task, { sources: [ready, pending], budget: 20_000 });
// #endregion

expect(withTicket.content).toContain('Ticket 17: OAuth users cannot log in.');
expect(withTicket.content).toContain('### docs/booking.md');
await lexichord.dispose();
