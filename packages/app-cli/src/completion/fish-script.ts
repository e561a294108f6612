import type { CompletionNode, CompletionOption } from './completion-tree.js';

/** For fish 3 and later: one `complete` line for each command and option. */
export function fishScript(nodes: readonly CompletionNode[]): string {
  const lines = nodes.flatMap((node) => [
    ...node.commands.map(
      ({ name, summary }) => `complete -c lexichord -n ${condition(node)} -a ${name} -d ${quote(summary)}`,
    ),
    ...node.options.map((option) => optionLine(node, option)),
    ...argumentLine(node),
  ]);
  return `# fish completion for lexichord
complete -c lexichord -f
${lines.join('\n')}
`;
}

/** The condition that the words so far name this command and none below it. */
function condition({ path, commands }: CompletionNode): string {
  const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`);
  const below =
    commands.length === 0 ? [] : [`not __fish_seen_subcommand_from ${commands.map(({ name }) => name).join(' ')}`];
  return quote([...seen, ...below].join('; and '));
}

function optionLine(node: CompletionNode, { name, summary, takesValue, values }: CompletionOption): string {
  const value = takesValue ? ` -r${values === undefined ? '' : ` ${offer(values)}`}` : '';
  return `complete -c lexichord -n ${condition(node)} -l ${name.slice(2)}${value} -d ${quote(summary)}`;
}

function argumentLine(node: CompletionNode): readonly string[] {
  return node.argument === undefined ? [] : [`complete -c lexichord -n ${condition(node)} ${offer(node.argument)}`];
}

function offer(values: 'file' | 'folder' | readonly string[]): string {
  if (values === 'file') return '-F';
  return values === 'folder' ? "-a '(__fish_complete_directories)'" : `-a ${quote(values.join(' '))}`;
}

function quote(text: string): string {
  return `'${text.replaceAll(/['\\]/gu, '\\$&')}'`;
}
