import type { CompletionNode } from './completion-tree.js';

/**
 * For bash 3.2 and later, without the bash-completion package. Walks the words before the cursor to their command, then
 * offers its options and arguments.
 */
export function bashScript(nodes: readonly CompletionNode[]): string {
  return `# bash completion for lexichord
_lexichord() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path="" word index=1 skip=0
  COMPREPLY=()
  while [ "$index" -lt "$COMP_CWORD" ]; do
    word="\${COMP_WORDS[index]}"
    if [ "$skip" -eq 1 ]; then
      skip=0
    else
      case "$path $word" in
${nodes
  .filter(({ path }) => path.length > 0)
  .map(pathCase)
  .join('\n')}
      esac
      case "$word" in
        ${valueOptions(nodes).join('|')}) skip=1 ;;
      esac
    fi
    index=$((index + 1))
  done
  if [ "$skip" -eq 1 ]; then
    case "$path $previous" in
${valueCases(nodes).join('\n')}
    esac
    return
  fi
  case "$path" in
${nodes.map(nodeCase).join('\n')}
  esac
}
complete -F _lexichord lexichord
`;
}

function pathCase({ path }: CompletionNode): string {
  const parents = path.slice(0, -1).join('/');
  return `        "${parents} ${path.at(-1) ?? ''}") path="${path.join('/')}" ;;`;
}

function valueOptions(nodes: readonly CompletionNode[]): readonly string[] {
  const names = nodes.flatMap(({ options }) => options.filter(({ takesValue }) => takesValue).map(({ name }) => name));
  return [...new Set(names)].sort();
}

/** One line for an option that has the same values in every command, and one for each command of any other. */
function valueCases(nodes: readonly CompletionNode[]): readonly string[] {
  const offers = nodes.flatMap(({ path, options }) =>
    options.flatMap(({ name, values }) =>
      values === undefined ? [] : [{ name, path: path.join('/'), text: offer(values) }],
    ),
  );
  const textsOf = (name: string): ReadonlySet<string> =>
    new Set(offers.filter((one) => one.name === name).map(({ text }) => text));
  const lines = offers.map(({ name, path, text }) =>
    textsOf(name).size === 1 ? `      *" ${name}") ${text} ;;` : `      "${path} ${name}") ${text} ;;`,
  );
  return [...new Set(lines)];
}

function nodeCase({ path, commands, options, argument }: CompletionNode): string {
  const flags = options.map(({ name }) => name).join(' ');
  const words = commands.map(({ name }) => name).join(' ');
  const others = commands.length > 0 ? offer(words.split(' ')) : argument === undefined ? ':' : offer(argument);
  return `    "${path.join('/')}")
      case "$current" in
        -*) COMPREPLY=($(compgen -W "${flags}" -- "$current")) ;;
        *) ${others} ;;
      esac
      ;;`;
}

/** File names may contain spaces, so they are separated by line feeds only. */
function offer(values: 'file' | 'folder' | readonly string[]): string {
  if (typeof values !== 'string') return `COMPREPLY=($(compgen -W "${values.join(' ')}" -- "$current"))`;
  const kind = values === 'file' ? '-f' : '-d';
  return `compopt -o filenames 2>/dev/null; local IFS=$'\\n'; COMPREPLY=($(compgen ${kind} -- "$current"))`;
}
