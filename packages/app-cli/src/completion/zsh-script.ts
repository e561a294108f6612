import type { CompletionNode, CompletionOption } from './completion-tree.js';

/** For zsh 5 and later: a function for every command, made of `_arguments` and `_describe`. */
export function zshScript(nodes: readonly CompletionNode[]): string {
  return `#compdef lexichord
${nodes.map(nodeFunction).join('\n')}
if [ "$funcstack[1]" = "_lexichord" ]; then
  _lexichord "$@"
else
  compdef _lexichord lexichord
fi
`;
}

function nodeFunction(node: CompletionNode): string {
  const options = node.options.map((option) => `    ${optionSpec(option)}`).join(' \\\n');
  if (node.commands.length === 0) {
    const argument = node.argument === undefined ? '' : ` \\\n    ${quote(`1:argument:${action(node.argument)}`)}`;
    return `${functionName(node.path)}() {\n  _arguments \\\n${options}${argument}\n}\n`;
  }
  const commands = node.commands.map(({ name, summary }) => `    ${quote(`${name}:${summary}`)}`).join('\n');
  const cases = node.commands.map(({ name }) => `        ${name}) ${functionName([...node.path, name])} ;;`).join('\n');
  return `${functionName(node.path)}() {
  local line state
  local -a commands
  commands=(
${commands}
  )
  _arguments -C \\
${options} \\
    '1: :->command' \\
    '*:: :->rest'
  case "$state" in
    command) _describe 'command' commands ;;
    rest)
      case "$line[1]" in
${cases}
      esac
      ;;
  esac
}
`;
}

function functionName(path: readonly string[]): string {
  return ['_lexichord', ...path].join('_');
}

function optionSpec({ name, summary, takesValue, values }: CompletionOption): string {
  const text = summary.replaceAll(/[[\]:\\]/gu, '\\$&');
  const value = takesValue ? `:value:${values === undefined ? '' : action(values)}` : '';
  return quote(`${takesValue ? '*' : ''}${name}[${text}]${value}`);
}

function action(values: 'file' | 'folder' | readonly string[]): string {
  if (values === 'file') return '_files';
  return values === 'folder' ? '_files -/' : `(${values.join(' ')})`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
