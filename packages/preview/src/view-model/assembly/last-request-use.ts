import { type ContextFragment, getFragment } from '@lexichord/abstractions';

import type { AssemblyRecord } from '../../protocol/preview-message.js';
import type { UseInLastRequest } from '../preview-state.js';

/** How a fragment compares with what the last request of an agent was sent (SBD-072 §3.4). */
export function useInLastRequest(fragment: ContextFragment, lastOfAgent: AssemblyRecord | undefined): UseInLastRequest {
  const used = lastOfAgent === undefined ? undefined : getFragment(lastOfAgent.result, fragment.sourceId);
  if (used === undefined) return 'not-used';
  return used.label === fragment.label && used.content === fragment.content ? 'same' : 'different';
}
