// Rules beyond the type checker and the formatter. Layers (which module imports which) are in dependency-cruiser.cjs.
import { basename, dirname } from 'node:path';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const product = ['src/**/*.ts', 'schema/**/*.ts', 'rest-facade/**/*.ts', 'feeds/**/*.ts', 'pages/**/*.ts'];
const typescript = [...product, 'test/**/*.ts', 'bench/**/*.ts', 'faults/**/*.ts', 'compat/**/*.ts', 'docs/**/*.ts'];
const tools = ['.config/**/*.{mjs,cjs,jsx}', 'docs/**/*.mjs'];
const browserScripts = ['src/http/pages/**/*.js'];
const generated = '**/*.generated.ts';

const namelessNames = /^(utils?|helpers?|common|managers?|base)$/;

const fileName = {
  meta: {
    messages: { nameless: '"{{part}}" is not informative: name the file after its one subject.' },
    schema: [],
  },
  create: (context) => ({
    Program(node) {
      const part = basename(context.filename)
        .split(/[.-]/)
        .find((word) => namelessNames.test(word));
      if (part !== undefined) context.report({ node, messageId: 'nameless', data: { part } });
    },
  }),
};

const forbiddenEverywhere = [
  { selector: 'ExportDefaultDeclaration', message: 'Use a named export, so that the name is the same everywhere.' },
  { selector: 'ExportSpecifier[exported.name="default"]', message: 'Use a named export.' },
  { selector: 'CatchClause[body.body.length=0]', message: 'Handle the error, or let it propagate.' },
  {
    selector:
      'CallExpression[callee.property.name="catch"] > :function[body.type="BlockStatement"][body.body.length=0]',
    message: 'Handle the error, or let it propagate.',
  },
  {
    selector:
      'AssignmentExpression[operator="+="] > CallExpression[callee.property.name="toString"][arguments.length=0]',
    message: "A chunk may end within a character: setEncoding('utf8') decodes across chunks.",
  },
];

const forbiddenInTests = [
  {
    selector: 'MemberExpression[object.name=/^(it|test|describe)$/][property.name=/^(only|skip|todo)$/]',
    message: 'Every test runs: repair it or delete it.',
  },
  {
    selector: 'CallExpression[callee.name=/^(fit|fdescribe|xit|xtest|xdescribe)$/]',
    message: 'Every test runs: repair it or delete it.',
  },
];

const rules = {
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  'no-empty': ['error', { allowEmptyCatch: false }],
  'no-else-return': 'error',
  'no-restricted-syntax': ['error', ...forbiddenEverywhere],
  'no-useless-rename': 'error',
  'no-var': 'error',
  'object-shorthand': 'error',
  'prefer-const': 'error',
  'lectern/file-name': 'error',
};

const typedRules = {
  '@typescript-eslint/await-thenable': 'error',
  '@typescript-eslint/consistent-type-imports': 'error',
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-for-in-array': 'error',
  '@typescript-eslint/no-misused-promises': 'error',
  '@typescript-eslint/no-unnecessary-type-assertion': 'error',
  // The compiler reports these (noUnusedLocals, noUnusedParameters).
  '@typescript-eslint/no-unused-vars': 'off',
  '@typescript-eslint/only-throw-error': 'error',
  '@typescript-eslint/prefer-promise-reject-errors': 'error',
  '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
};

export default defineConfig(
  { ignores: ['node_modules/', 'dist/', 'dist-*/', '.data/', generated] },
  {
    plugins: { lectern: { rules: { 'file-name': fileName } } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
  },
  {
    files: typescript,
    extends: [tseslint.configs.recommended],
    languageOptions: {
      parserOptions: { project: './tsconfig.json', tsconfigRootDir: dirname(import.meta.dirname) },
    },
    rules: { ...rules, ...typedRules },
  },
  {
    files: product,
    rules: {
      'max-lines': ['error', { max: 300 }],
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only src/config/config.ts reads the environment.' },
      ],
      'no-restricted-imports': [
        'error',
        {
          name: 'node:process',
          message: 'Use the global process; the environment is read by src/config/config.ts alone.',
        },
      ],
    },
  },
  { files: ['src/config/config.ts'], rules: { 'no-restricted-properties': 'off' } },
  // Commands write to the terminal.
  { files: ['src/cli/**'], rules: { 'no-console': 'off' } },
  { files: ['src/database/migrations/**', 'src/demo/**'], rules: { 'max-lines': 'off' } },
  {
    files: ['test/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...forbiddenEverywhere, ...forbiddenInTests] },
  },
  {
    files: [...tools, ...browserScripts],
    languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } },
    rules,
  },
  // ESLint and Jest require default exports here.
  {
    files: [
      '.config/eslint.config.mjs',
      '.config/jest.config.mjs',
      '.config/jest/scale-environment.mjs',
      'test/**/global-*.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', ...forbiddenEverywhere.slice(2)] },
  },
);
