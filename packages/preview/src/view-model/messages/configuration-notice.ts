import type { ConfigurationChange } from '@lexichord/abstractions';

/** What became of a changed configuration, in a sentence or two. */
export function configurationNotice({ appliedKeys, restartKeys }: ConfigurationChange): string {
  const applied =
    appliedKeys.length === 0 ? 'nothing that is in force changed' : `now in force: ${appliedKeys.join(', ')}`;
  const later = restartKeys.length === 0 ? '' : ` Once the workspace is opened anew: ${restartKeys.join(', ')}.`;
  return `The configuration was read again; ${applied}.${later}`;
}
