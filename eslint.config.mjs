import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import jsdoc from 'eslint-plugin-jsdoc';
import tseslint from 'typescript-eslint';

const forBrowsers = 'It has to run in a browser as well.';

/** Who may import whom, by the `layer:` tag in each package.json. A feature never imports another feature. */
const layers = {
  'layer:abstractions': [],
  'layer:tokenizer': ['layer:abstractions'],
  'layer:markdown': ['layer:abstractions'],
  'layer:text-index': ['layer:abstractions', 'layer:tokenizer'],
  'layer:platform': ['layer:abstractions'],
  'layer:license': ['layer:abstractions'],
  'layer:control': ['layer:abstractions', 'layer:platform'],
  'layer:chunker': ['layer:abstractions', 'layer:tokenizer', 'layer:markdown', 'layer:platform'],
  'layer:style-rules': ['layer:abstractions', 'layer:markdown', 'layer:platform'],
  'layer:storage': ['layer:abstractions', 'layer:platform'],
  'layer:secrets': ['layer:abstractions', 'layer:platform'],
  'layer:context-strategy': ['layer:abstractions', 'layer:platform'],
  'layer:feature': [
    'layer:abstractions',
    'layer:tokenizer',
    'layer:markdown',
    'layer:text-index',
    'layer:platform',
    'layer:control',
    'layer:storage',
    'layer:secrets',
    'layer:context-strategy',
  ],
  'layer:runtime': [
    'layer:abstractions',
    'layer:tokenizer',
    'layer:text-index',
    'layer:platform',
    'layer:license',
    'layer:chunker',
    'layer:style-rules',
    'layer:storage',
    'layer:secrets',
    'layer:feature',
  ],
  'layer:mcp-server': ['layer:abstractions', 'layer:platform', 'layer:control', 'layer:secrets', 'layer:runtime'],
  'layer:app': [
    'layer:abstractions',
    'layer:tokenizer',
    'layer:text-index',
    'layer:platform',
    'layer:license',
    'layer:control',
    'layer:secrets',
    'layer:runtime',
    'layer:mcp-server',
  ],
  'layer:testing': ['layer:abstractions'],
  'layer:example': ['layer:abstractions', 'layer:runtime'],
  // Benchmarks also set what no configuration can, and look at the page in a browser.
  'layer:bench': [
    'layer:abstractions',
    'layer:tokenizer',
    'layer:text-index',
    'layer:platform',
    'layer:control',
    'layer:secrets',
    'layer:feature',
    'layer:runtime',
    'layer:testing',
  ],
  // Snippets of the documents show every package, and their commands run in the command line.
  'layer:document': [
    'layer:abstractions',
    'layer:tokenizer',
    'layer:markdown',
    'layer:text-index',
    'layer:platform',
    'layer:license',
    'layer:control',
    'layer:chunker',
    'layer:style-rules',
    'layer:storage',
    'layer:secrets',
    'layer:context-strategy',
    'layer:feature',
    'layer:runtime',
    'layer:mcp-server',
    'layer:app',
  ],
  'layer:tool': [],
};

const superlative = '/^(most|fewest|longest|largest|smallest|shortest|least|greatest)([A-Z]|$)/';
const superlativeCount = '/^(most|fewest|least)([A-Z]|$)/';

/** A limit says by its name on which side it is: `maxAttempts`, `minTokens`. */
const limitNames = {
  selector: [
    `Program > VariableDeclaration > VariableDeclarator[id.name=${superlative}]`,
    `ExportNamedDeclaration > VariableDeclaration > VariableDeclarator[id.name=${superlative}]`,
    `VariableDeclarator[id.name=${superlativeCount}]`,
    `TSPropertySignature[key.name=${superlative}]`,
    `:matches(PropertyDefinition, TSAbstractPropertyDefinition)[key.name=${superlative}]`,
    `:matches(MethodDefinition, TSAbstractMethodDefinition, TSMethodSignature)[key.name=${superlative}]`,
    `TSParameterProperty > Identifier[name=${superlative}]`,
    `TSParameterProperty > AssignmentPattern > Identifier.left[name=${superlative}]`,
    `:function > Identifier.params[name=${superlativeCount}]`,
    `:function > AssignmentPattern.params > Identifier.left[name=${superlativeCount}]`,
  ].join(', '),
  message: 'Name a limit max… or min….',
};

const restrictedSyntax = [
  {
    selector: "ThrowStatement > NewExpression[callee.name='Error']",
    message: 'Throw a LexichordError with a code, what happened and what to do.',
  },
  { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
  { selector: 'ExportAllDeclaration', message: 'List exports by name: exporting is a promise.' },
  limitNames,
];

/** After the plain numbers of a pipe or a socket were looked up, Node's loader does not follow links. */
const plainStats = {
  selector: "CallExpression[callee.name=/^[fl]?statSync$/]:not(:has(Property[key.name='bigint']))",
  message:
    'Ask for { bigint: true }: else modules behind links can be loaded twice (https://github.com/nodejs/node/issues/51142).',
};

const boundaries = (extraLayers) => [
  'error',
  {
    enforceBuildableLibDependency: false,
    checkDynamicDependenciesExceptions: ['@lexichord/.*'],
    depConstraints: Object.entries(layers).map(([sourceTag, allowed]) => ({
      sourceTag,
      onlyDependOnLibsWithTags: [...allowed, ...extraLayers],
    })),
  },
];

/** Plain JavaScript that Node runs as it is: tools, the parser's worker, the executable. */
const scripts = ['tools/**/*.{js,mjs}', 'packages/*/worker/**/*.mjs', 'packages/*/bin/**/*.js', 'packages/*/*.mjs'];

const jestGlobals = Object.fromEntries(
  ['describe', 'it', 'expect', 'beforeAll', 'beforeEach', 'afterEach', 'afterAll'].map((name) => [name, 'readonly']),
);

const nodeGlobals = Object.fromEntries(Object.getOwnPropertyNames(globalThis).map((name) => [name, 'readonly']));

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/dist-spec/**',
      '**/dist-client/**',
      'packages/preview/page*/**',
      'packages/app-cli/bundle*/**',
      '**/coverage/**',
      '**/fixtures/**',
      '**/.nx/**',
      'tools/nx-plugin/**/files/**',
      // The types of scripts: what they declare is checked where it is used.
      'packages/*/bin/*.d.ts',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strictTypeChecked, prettier],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': boundaries([]),
      'max-lines': ['error', 400],
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...restrictedSyntax, plainStats],
      'no-restricted-imports': [
        'error',
        { paths: [{ name: '@lexichord/testing', message: 'Only specs may import it.' }] },
      ],
      // A contract and its injection token share one name (an interface and a constant).
      '@typescript-eslint/no-redeclare': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-extraneous-class': 'off',
      // An object without some of its fields is destructured.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
    },
  },
  {
    files: scripts,
    extends: [...tseslint.configs.recommended, prettier],
    languageOptions: { globals: nodeGlobals },
    rules: {
      'max-lines': ['error', 400],
      'no-undef': 'error',
      'no-restricted-syntax': [
        'error',
        limitNames,
        {
          selector: "ThrowStatement > NewExpression[callee.name='Error']",
          message: 'Throw an error with a name of its own, or tell what happened and set the exit code.',
        },
      ],
    },
  },
  {
    // A comment that only repeats the name below it is left out, or says more.
    files: ['**/*.{ts,tsx}', ...scripts],
    ignores: ['**/*.spec.{ts,tsx}', '**/*.test.{js,mjs}', '**/test-support/**', '**/*.d.ts'],
    plugins: { jsdoc },
    rules: { 'jsdoc/informative-docs': 'error' },
  },
  {
    // T-016 NFR-016-46: what others can use says what it is.
    files: ['packages/*/src/**/*.{ts,tsx}'],
    ignores: ['**/*.spec.{ts,tsx}', '**/test-support/**', '**/fixtures/**'],
    plugins: { jsdoc },
    rules: {
      'jsdoc/require-jsdoc': [
        'error',
        {
          enableFixer: false,
          require: { FunctionDeclaration: false },
          contexts: ['ExportNamedDeclaration > TSInterfaceDeclaration'],
        },
      ],
    },
  },
  {
    // T-016 NFR-016-48 asks for a complexity below 10.
    files: ['packages/packer/src/**/*.ts', 'packages/chunker/src/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/test-support/**'],
    rules: { complexity: ['error', { max: 9 }] },
  },
  {
    files: ['tools/**/*.test.{js,mjs}'],
    languageOptions: { globals: jestGlobals },
  },
  {
    // Nx loads its plug-ins with require().
    files: ['tools/nx-plugin/**/*.js'],
    languageOptions: { sourceType: 'commonjs', globals: { __dirname: 'readonly' } },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    files: ['packages/abstractions/src/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/test-support/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['node:*', 'tsyringe', '@lexichord/*'],
              message: 'The ground layer has no I/O and imports nothing of ours.',
            },
          ],
        },
      ],
    },
  },
  {
    // It has more exports than one file may list: the index of each folder lists them by name.
    files: ['packages/abstractions/src/index.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...restrictedSyntax.filter(({ selector }) => selector !== 'ExportAllDeclaration'),
        plainStats,
      ],
    },
  },
  {
    // What a browser runs, and what it shares with the other side.
    files: ['packages/preview/src/{protocol,view-model,client}/**/*.{ts,tsx}'],
    ignores: ['**/*.spec.{ts,tsx}', '**/test-support/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [{ name: '@lexichord/platform', message: forBrowsers }],
          patterns: [
            { group: ['node:*', '@lexichord/platform/*', '!@lexichord/platform/number-text'], message: forBrowsers },
          ],
        },
      ],
      'no-restricted-syntax': [
        'error',
        ...restrictedSyntax,
        {
          selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
          message: 'Nothing from a document is ever rendered as HTML.',
        },
        {
          selector: 'MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML)$/]',
          message: 'Nothing from a document is ever rendered as HTML.',
        },
      ],
    },
  },
  {
    files: ['**/*.spec.{ts,tsx}', '**/test-support/**/*.ts'],
    rules: {
      // The real chunker is a better collaborator than a double.
      '@nx/enforce-module-boundaries': boundaries(['layer:testing', 'layer:chunker']),
      'no-restricted-imports': 'off',
      'no-restricted-syntax': ['error', ...restrictedSyntax],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/require-await': 'off',
      // Strategies under test throw whatever a careless author might.
      '@typescript-eslint/only-throw-error': 'off',
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
    },
  },
  {
    // Style rules are read through the guard, and the real one is a better collaborator than a double.
    files: ['packages/style-rules/src/**/*.spec.ts', 'packages/style-rules/src/test-support/**/*.ts'],
    rules: { '@nx/enforce-module-boundaries': boundaries(['layer:testing', 'layer:feature']) },
  },
  {
    // The router that judges descriptions of tools is made of an index of words.
    files: ['packages/mcp-server/src/**/*.spec.ts'],
    rules: { '@nx/enforce-module-boundaries': boundaries(['layer:testing', 'layer:text-index']) },
  },
  {
    // They print as a reader's program would.
    files: ['docs/snippets/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
);
