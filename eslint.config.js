// Caps on size, types that hold, and the few imports that would break what the product promises.
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

const zod = { name: 'zod', message: "import * as z from 'zod/mini': the whole of zod costs the browser 90 kB." }
const schemas = {
  group: ['@hilo/contract/*'],
  allowTypeImports: true,
  message: 'The web takes the contract as types only.',
}
const unsafeHtml = {
  selector: "JSXAttribute[name.name='dangerouslySetInnerHTML'], Property[key.name='dangerouslySetInnerHTML']",
  message: 'Text is escaped by React; nothing else reaches the page.',
}
const caps = { skipBlankLines: true, skipComments: true }

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      '**/dist-native/',
      'web/android/',
      'web/ios/',
      '.cache/',
      'data/',
      'test-results/',
      'playwright-report/',
    ],
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'max-lines': ['error', { max: 300 }],
      'max-lines-per-function': ['error', { max: 60, ...caps }],
      'no-eval': 'error',
      'no-new-func': 'error',
      'no-console': 'error',
      'no-restricted-syntax': ['error', unsafeHtml],
      '@typescript-eslint/no-implied-eval': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: ['test', 'describe', 'it', 'suite'] },
      ],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Handlers share one asynchronous shape, and the router throws redirects that are no errors.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/only-throw-error': 'off',
      // They warn about methods written in object literals, `unknown | null` and template texts, which are fine here.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-redundant-type-constituents': 'off',
      '@typescript-eslint/no-base-to-string': 'off',
      // A declared type for what JSON.parse gives says the same as a cast from unknown.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
      '@typescript-eslint/no-restricted-imports': ['error', { paths: [zod] }],
    },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      '@typescript-eslint/no-restricted-imports': ['error', { paths: [zod], patterns: [schemas] }],
    },
  },
  {
    files: ['**/*.test.ts', '**/*.soak.ts', 'e2e/**/*.ts', 'bench/**/*.ts', 'crowd/**/*.ts', 'server/test/**/*.ts'],
    rules: {
      'max-lines-per-function': 'off',
      'no-console': 'off',
      '@typescript-eslint/no-misused-promises': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
    },
  },
  {
    files: ['web/**/*.test.ts', 'web/build/**/*.ts', 'web/vite.config.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { paths: [zod] }] },
  },
  {
    files: ['**/*.{js,mjs}'],
    rules: { 'max-lines': ['error', { max: 300 }], 'max-lines-per-function': ['error', { max: 60, ...caps }] },
  },
)
