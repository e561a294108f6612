import type { JSX } from 'preact';

import type { ConnectionStatus } from '../../protocol/preview-connection.js';
import { usePreviewState } from '../state/panel-context.js';

const words: Readonly<Record<ConnectionStatus, string>> = {
  connecting: 'Connecting…',
  open: 'Connected',
  lost: 'Reconnecting…',
  closed: 'Stopped',
};

/** Whether what is shown keeps up with the workspace. */
export function ConnectionMark(): JSX.Element {
  const connection = usePreviewState((state) => state.connection);
  return (
    <p class="header-connection note" role="status" data-part="connection" data-connection={connection}>
      <span class="header-dot" aria-hidden="true" />
      {words[connection]}
    </p>
  );
}
