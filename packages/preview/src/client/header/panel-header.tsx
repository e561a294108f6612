import type { JSX } from 'preact';
import { useCallback, useRef } from 'preact/hooks';

import { usePreviewState, useViewModel } from '../state/panel-context.js';
import { AssemblyTime } from './assembly-time.js';
import { ConnectionMark } from './connection-mark.js';
import { RefreshButton } from './refresh-button.js';
import { SettingsDialog } from './settings-dialog.js';
import { useShortcuts, useShortcutSwitch } from './use-shortcuts.js';
import { useTheme } from './use-theme.js';

/** What the panel shows of which workspace and when it was assembled, with what concerns the whole panel. */
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
