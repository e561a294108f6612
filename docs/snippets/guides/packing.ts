import { IIndexService } from '@lexichord/abstractions';
import { createRuntime, developmentLicense } from '@lexichord/runtime';

import { enterWorkspace } from '../enter-workspace.js';

const workspaceRoot = enterWorkspace({
  'src/login.ts': '/** Fails for OAuth users without an address. */\nexport function login(): void {}\n',
  'docs/booking.md': '# Booking\n\nA slot is half an hour.\n',
});
const runtime = await createRuntime({ workspaceRoot, license: developmentLicense });
await runtime.resolve(IIndexService).update();
const { signal } = new AbortController();

// #region pack
import { IContextPacker, ISourceFinder, packingBudgetOf } from '@lexichord/abstractions';

const task = 'why does login fail for OAuth users';
const sources = await runtime.resolve(ISourceFinder).find({ task, openFiles: ['src/login.ts'] });
const packer = runtime.resolve(IContextPacker);
const packed = await packer.pack(sources, packingBudgetOf(20_000), { task, profile: 'bug-fix', signal });
// #endregion

expect(packed.content).toContain('### src/login.ts');

const content = '# Booking\n\nA slot is half an hour.\n';
const budget = packingBudgetOf(20_000);
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
const withTicket = await packer.pack([...sources, ready, pending], budget, { task });
// #endregion

expect(withTicket.content).toContain('Ticket 17: OAuth users cannot log in.');
expect(withTicket.content).toContain('### docs/booking.md');
await runtime.dispose();
