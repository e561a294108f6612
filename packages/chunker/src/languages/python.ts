import {
  type LanguageRules,
  comments,
  container,
  definition,
  functions,
  holder,
  imports,
  leads,
  transparent,
} from './language-rules.js';

export const python: LanguageRules = {
  languages: ['python'],
  grammar: 'python',
  nested: /\n[ \t]+(?:async[ \t]+)?(?:def|class)[ \t]/u,
  // Not at a comment, which may be at the beginning of a line inside a class; and not after a comment, a decorator,
  // which may end in a bracket, or a backslash.
  topLevel: {
    begins: /(?:(?:async[ \t]+)?def|class|if|import|from|with|for)[ \t]|@/uy,
    closes: /^(?![ \t]*[@#]|[)\]}]).*[^\\]$/u,
  },
  rules: [
    comments('comment'),
    imports('import_statement', 'import_from_statement', 'future_import_statement'),
    container(['class_definition'], 'class', { word: 'class', members: ['block'] }),
    functions(['function_definition']),
    leads('decorator'),
    holder(['decorated_definition', 'expression_statement']),
    // Definitions may depend on the platform: `try: import x`, `if TYPE_CHECKING:`.
    holder(
      ['if_statement', 'try_statement', 'else_clause', 'elif_clause', 'except_clause', 'finally_clause'],
      ['block'],
    ),
    transparent('block'),
    {
      types: ['assignment'],
      role: 'definition',
      kind: 'variable',
      name: 'left',
      kindBy: { path: 'left', kinds: { identifier: ['variable'], pattern_list: ['variable'] } },
      each: { in: 'left', types: ['identifier'] },
      mustMatch: true,
    },
    definition(['type_alias_statement'], 'type', '#type.#generic_type.#identifier|#type'),
  ],
};
