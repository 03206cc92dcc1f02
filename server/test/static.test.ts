/** Forbidden patterns in the sources of the server; what an expression costs: `static.night.ts`. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { each, fixed, isRegExp, parsed, places, root, sources, textOf, type Node, type Source } from './sources.ts'

const files = (found: string[]) => [...new Set(found.map((one) => one.split(' ')[0]))].sort()
/** True if the node calls or constructs one of the names. */
function uses(node: Node, source: Source, name: RegExp, how: ('CallExpression' | 'NewExpression')[]): boolean {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return false
  return how.includes(node.type) && name.test(textOf(source, node.callee))
}
const firstOf = (node: Node) => ('arguments' in node ? (node.arguments as Node[])[0] : undefined)

test('the search sees the sources', () => {
  assert.ok(sources.length > 300)
  assert.ok(places(isRegExp).length > 100)
})

test('S33 input is never run as code', () => {
  const runs = places(
    (node, source) =>
      uses(node, source, /^(?:globalThis\.)?(?:eval|Function|require)$/, ['CallExpression']) ||
      uses(node, source, /^(?:globalThis\.)?Function$/, ['NewExpression']) ||
      (uses(node, source, /^set(?:Timeout|Interval|Immediate)$/, ['CallExpression']) &&
        fixed(firstOf(node)) !== undefined),
  )
  assert.deepEqual(runs, [])
})

test('S33 other programs are started only for the embedded database and for reading files, virtual machines never', () => {
  const imports = (name: RegExp) =>
    files(
      places((node) => node.type === 'ImportDeclaration' && node.importKind !== 'type' && name.test(node.source.value)),
    )
  assert.deepEqual(imports(/child_process/), [
    'server/db/cluster-init.ts',
    'server/db/run-as.ts',
    'server/load/read-table.ts',
  ])
  assert.deepEqual(imports(/^(?:node:)?(?:vm|cluster|inspector|repl|module)$/), [])
})

test('S33 modules loaded at runtime have fixed names', () => {
  const lazy = places((node) => node.type === 'ImportExpression' && fixed(node.source) === undefined)
  // This machine's package of the embedded database.
  assert.deepEqual(files(lazy), ['server/db/binaries.ts'])
})

test('every test that is named beside a guard is there', () => {
  const sites = readFileSync(join(root, 'server/guards/sites.ts'), 'utf8')
  const named = [...sites.matchAll(/'(server\/[^'\n]+\.(?:test|night)\.ts)'/g)].map(([, name = '']) => name)
  assert.ok(named.length > 40)
  assert.deepEqual(
    named.filter((name) => globSync(name, { cwd: root }).length === 0),
    [],
  )
})

test('the page about the kernel names every one of its files, and none that is not there', () => {
  const page = readFileSync(join(root, 'server/kernel/README.md'), 'utf8')
  const named = [...page.matchAll(/`([\w/-]+\.ts)`/g)].map(([, name = '']) =>
    name.startsWith('server/') ? name : `server/kernel/${name}`,
  )
  const known = sources.filter((path) => path.startsWith('server/kernel/'))
  assert.deepEqual(
    known.filter((path) => !named.includes(path)),
    [],
  )
  assert.deepEqual(
    named.filter((path) => !existsSync(join(root, path))),
    [],
  )
})

test('decisions have one layout', () => {
  const pages = globSync('docs/decisions/[0-9]*.md', { cwd: root })
  assert.ok(pages.length > 50)
  const layout =
    /^# \d{4} .+\n\nDate: \d{4}-\d{2}-\d{2} · Status: .+\n\n## Context\n[^]*\n## Decision\n[^]*\n## Consequences\n/
  assert.deepEqual(
    pages.filter((path) => !layout.test(readFileSync(join(root, path), 'utf8'))),
    [],
  )
})

test('S33 the rules that refuse it while writing are on', () => {
  const rules = readFileSync(join(root, '.oxlintrc.json'), 'utf8')
  for (const name of ['no-eval', 'no-new-func', 'typescript/no-implied-eval'])
    assert.ok(rules.includes(`"${name}": "error"`), name)
})

test('S40 no text that comes in becomes an expression', () => {
  const made = places(
    (node, source) =>
      uses(node, source, /^RegExp$/, ['CallExpression', 'NewExpression']) && fixed(firstOf(node)) === undefined,
  )
  // Built from constants of their own files, or of the contract.
  assert.deepEqual(files(made), [
    'contract/example.ts',
    'domain/formula.ts',
    'domain/text.ts',
    'server/auth/entry-code.ts',
    'server/auth/mount.ts',
    'server/load/mojibake.ts',
  ])
})

/** Patterns that only secrets have. */
const secretForms = [
  /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{30,}/,
  /\bxox[abprs]-[A-Za-z0-9-]{10,}/,
  /\bsk_live_[A-Za-z0-9]{16,}/,
  /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/,
  /\bnpm_[A-Za-z0-9]{36}\b/,
]
/** Bits of each character. */
function entropy(text: string): number {
  const counts = new Map<string, number>()
  for (const one of text) counts.set(one, (counts.get(one) ?? 0) + 1)
  return [...counts.values()].reduce((sum, n) => sum - (n / text.length) * Math.log2(n / text.length), 0)
}

/** A state, type or status in SQL compared with a literal number. HTTP statuses are exempt. */
const numberedState =
  /(?<!http_|idempotency set )\b(?:process_state|inventory_status|result_flag|status|state|type) (?:=|<>|!=|(?:not )?in) \(?\d/
const listOfStates = /^\(?(?:[1-9]|1[0-2])(?:, ?(?:[1-9]|1[0-2]))+\)?$/

test('SQL names every state, type and status by its enumeration', () => {
  const texts = places((node, { path }) => {
    if (/^(?:domain|contract)\//.test(path)) return false
    const text = node.type === 'TemplateElement' ? node.value.raw : fixed(node)
    return text !== undefined && (numberedState.test(text) || listOfStates.test(text))
  })
  assert.deepEqual(texts, [])
  const others = globSync(['server/db/functions/*.sql', 'server/seed/**/*.ts'], { cwd: root })
  assert.ok(others.length > 50)
  assert.deepEqual(
    others
      .filter((path) => !path.endsWith('.test.ts'))
      .filter((path) => numberedState.test(readFileSync(join(root, path), 'utf8'))),
    [],
  )
})

/** A test that ends a term at this very moment: a clock that is set back by a millisecond makes it fail. */
const endsNow = /\b(?:expires_at|\w*_until|deadline_at|last_seen_at) = (?:app_now|now|clock_timestamp)\(\)(?! [-+])/

test('tests end a term in the past, not at the present instant', () => {
  const tests = globSync(['{server,e2e}/**/*.{test,night,soak}.ts', 'server/test/**/*.ts'], { cwd: root })
  assert.ok(tests.length > 300)
  assert.deepEqual(
    tests.filter((path) => endsNow.test(readFileSync(join(root, path), 'utf8'))),
    [],
  )
})

test('S50 neither sources nor the web build contain a secret', () => {
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).split(
    '\n',
  )
  const texts = tracked.filter(
    (path) =>
      /\.(?:ts|tsx|js|mjs|json|sql|md|css|html|ya?ml|env)$/.test(path) &&
      path !== 'package-lock.json' &&
      existsSync(join(root, path)),
  )
  const built = readdirSync(join(root, 'web/dist'), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && /\.(?:js|css|html|json|map)$/.test(one.name))
    .map((one) => join(one.parentPath, one.name))
  assert.ok(texts.length > 500 && built.length > 5)
  assert.deepEqual(
    built.filter((path) => path.endsWith('.map')),
    [],
    'no source maps are served',
  )
  const found: string[] = []
  for (const path of [...texts.map((one) => join(root, one)), ...built]) {
    const text = readFileSync(path, 'utf8')
    for (const form of secretForms) if (form.test(text) && path !== import.meta.filename) found.push(`${path} ${form}`)
  }
  for (const { path, program } of parsed)
    for (const node of each(program)) {
      const text = fixed(node)
      if (text === undefined || !/^[A-Za-z0-9+/_=-]{24,}$/.test(text)) continue
      // An alphabet has no repeated characters.
      const alphabet = new Set(text).size === text.length
      if (!alphabet && /\d/.test(text) && entropy(text) > 4.2) found.push(`${path} ${text}`)
    }
  assert.deepEqual(found, [])
})
