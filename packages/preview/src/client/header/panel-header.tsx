import type { JSX } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

import type { ConnectionStatus } from '../../protocol/preview-connection.js';
import { usePreviewState, useViewModel } from '../state/panel-context.js';
import { AssemblyTime } from './assembly-time.js';
import { SettingsDialog } from './settings-dialog.js';
import { useShortcutSwitch, useShortcuts } from './shortcuts.js';
import { useTheme } from './use-theme.js';

/** The header: the shown assembly with its workspace and time, and the state of the whole panel. */
export function PanelHeader(): JSX.Element {
  const viewModel = useViewModel();
  const workspaceName = usePreviewState((state) => state.workspaceName);
  const [theme, chooseTheme] = useTheme();
  const [areShortcutsOn, switchShortcuts] = useShortcutSwitch();
  const dialog = useRef<HTMLDialogElement>(null);
  const openSettings = useCallback(() => dialog.current?.showModal(), []);
  const refresh = useCallback(() => void viewModel.refresh(), [viewModel]);
  useShortcuts(areShortcutsOn, { refresh, openSettings });
  return (
    <header class="header" data-part="header">
      <h1 class="header-title">Context Preview</h1>
      <span class="header-workspace" data-part="workspace">
        {workspaceName}
      </span>
      <AssemblyTime />
      <ConnectionMark />
      <div class="header-actions">
        <RefreshButton />
        <button
          class="button header-settings"
          type="button"
          data-part="settings"
          aria-haspopup="dialog"
          onClick={openSettings}
        >
          <SettingsIcon />
          <span>Settings</span>
        </button>
      </div>
      <SettingsDialog
        dialog={dialog}
        theme={theme}
        onTheme={chooseTheme}
        areShortcutsOn={areShortcutsOn}
        onShortcuts={switchShortcuts}
      />
    </header>
  );
}

/** Three sliders. */
function SettingsIcon(): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d="M1 4h8M13 4h2M1 8h2M7 8h8M1 12h6M11 12h4" />
      <circle cx="11" cy="4" r="1.75" />
      <circle cx="5" cy="8" r="1.75" />
      <circle cx="9" cy="12" r="1.75" />
    </svg>
  );
}

/** Shorter assemblies do not change the button, which would flicker during typing. */
const patienceMs = 400;

/** Assembles again (AC-8); during a long assembly it is a cancel button. */
export function RefreshButton(): JSX.Element {
  const viewModel = useViewModel();
  const isAssembling = usePreviewState((state) => state.phase === 'assembling');
  const isLong = useLasting(isAssembling, patienceMs);
  return (
    <button
      class="button header-refresh"
      type="button"
      data-part={isLong ? 'cancel' : 'refresh'}
      aria-busy={isAssembling}
      title={isLong ? 'Cancel this assembly' : 'Assemble again (r)'}
      onClick={() => void (isLong ? viewModel.cancel() : viewModel.refresh())}
    >
      <span class="header-refresh-sign" aria-hidden="true">
        {isLong ? '✕' : '↻'}
      </span>
      {isLong ? 'Cancel' : 'Refresh'}
    </button>
  );
}

/** Whether a state has lasted for a number of milliseconds, so that short states are not shown. */
export function useLasting(isOn: boolean, milliseconds: number): boolean {
  const [hasLasted, setHasLasted] = useState(false);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setTimeout(() => setHasLasted(true), milliseconds);
    return (): void => {
      clearTimeout(timer);
      setHasLasted(false);
    };
  }, [isOn, milliseconds]);
  return isOn && hasLasted;
}

const words: Readonly<Record<ConnectionStatus, string>> = {
  connecting: 'Connecting…',
  open: 'Connected',
  lost: 'Reconnecting…',
  closed: 'Stopped',
};

/** Whether the panel is connected. */
export function ConnectionMark(): JSX.Element {
  const connection = usePreviewState((state) => state.connection);
  return (
    <p class="header-connection note" role="status" data-part="connection" data-connection={connection}>
      <span class="header-dot" aria-hidden="true" />
      {words[connection]}
    </p>
  );
}
