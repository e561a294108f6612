import type { JSX, RefObject } from 'preact';

import { tokensText } from '../budget/amounts.js';
import { usePreviewState } from '../state/panel-context.js';
import { shortcuts } from './shortcuts.js';
import { type ThemeChoice, themeChoices } from './use-theme.js';

interface SettingsDialogProps {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  readonly theme: ThemeChoice;
  readonly onTheme: (theme: ThemeChoice) => void;
  readonly areShortcutsOn: boolean;
  readonly onShortcuts: (areOn: boolean) => void;
}

const themeNames: Readonly<Record<ThemeChoice, string>> = { system: 'As the system', light: 'Light', dark: 'Dark' };

/** The settings of this browser, the limits of the panel, and the keys. */
export function SettingsDialog(props: SettingsDialogProps): JSX.Element {
  const { dialog } = props;
  return (
    <dialog
      ref={dialog}
      class="settings"
      aria-labelledby="settings-title"
      data-part="settings-dialog"
      onClick={(event) => {
        // A click beside the dialog: its own area is covered by its content.
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
    >
      <div class="settings-content">
        <div class="settings-top">
          <h2 id="settings-title">Settings</h2>
          <button class="button" type="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
        <ThemeField {...props} />
        <Limits />
        <Shortcuts {...props} />
      </div>
    </dialog>
  );
}

function ThemeField({ theme, onTheme }: SettingsDialogProps): JSX.Element {
  return (
    <fieldset class="settings-part">
      <legend class="heading">Appearance</legend>
      <div class="settings-choices">
        {themeChoices.map((choice) => (
          <label key={choice} class="settings-choice">
            <input
              type="radio"
              name="theme"
              value={choice}
              checked={choice === theme}
              onChange={() => onTheme(choice)}
            />
            {themeNames[choice]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Limits(): JSX.Element {
  const tier = usePreviewState((state) => state.tier);
  const maxBudget = usePreviewState((state) => state.question.maxBudget);
  return (
    <section class="settings-part">
      <h3 class="heading">Limits</h3>
      <dl class="settings-facts">
        <dt>Licence</dt>
        <dd data-part="tier">{tier}</dd>
        <dt>Largest budget</dt>
        <dd class="numbers" data-part="largest-budget">
          {tokensText(maxBudget)}
        </dd>
      </dl>
      <p class="note">They come from the licence and the configuration of this workspace.</p>
    </section>
  );
}

function Shortcuts({ areShortcutsOn, onShortcuts }: SettingsDialogProps): JSX.Element {
  return (
    <section class="settings-part">
      <h3 class="heading">Keys</h3>
      <label class="settings-choice">
        <input
          type="checkbox"
          checked={areShortcutsOn}
          onChange={(event) => onShortcuts(event.currentTarget.checked)}
        />
        Single keys, while no field has the focus
      </label>
      <dl class="settings-facts">
        {shortcuts.map(({ key, meaning }) => [
          <dt key={`${key} key`}>
            <kbd>{key}</kbd>
          </dt>,
          <dd key={`${key} meaning`}>{meaning}</dd>,
        ])}
        <dt>
          <kbd>↑</kbd> <kbd>↓</kbd>
        </dt>
        <dd>From source to source</dd>
        <dt>
          <kbd>←</kbd> <kbd>→</kbd>
        </dt>
        <dd>Along the budget bar</dd>
      </dl>
    </section>
  );
}
