import type { ParseOutcome as WorkerOutcome } from '../../worker/parse-protocol.mjs';

/** What came of one parse: `killed` if the thread had to be ended. */
export type ParseOutcome = WorkerOutcome | { readonly kind: 'killed' };
