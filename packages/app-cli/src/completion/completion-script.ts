import { bashScript } from './bash-script.js';
import type { CompletionNode } from './completion-tree.js';
import { fishScript } from './fish-script.js';
import { zshScript } from './zsh-script.js';

/** Shells that a script can be made for. */
export const shells = ['bash', 'zsh', 'fish'] as const;

/** One of {@link shells}. */
export type Shell = (typeof shells)[number];

/** The script that makes a shell complete the command line. It calls nothing, so completing is fast. */
export function completionScript(shell: Shell, nodes: readonly CompletionNode[]): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](nodes);
}
