/** Forbidden patterns in the sources of the server. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { RegExpParser, type AST } from '@eslint-community/regexpp'
import type { ESTree } from 'vite'
import { each, fixed, parsed, places, root, sources, textOf, type Node, type Source } from './sources.ts'

const files = (found: string[]) => [...new Set(found.map((one) => one.split(' ')[0]))].sort()
const isRegExp = (node: Node): node is ESTree.RegExpLiteral => node.type === 'Literal' && 'regex' in node
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
  const named = [...sites.matchAll(/'(server\/[^'\n]+\.(?:test|wide)\.ts)'/g)].map(([, name = '']) => name)
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

/** A minimal text that the node matches. */
function sample(node: AST.Node): string {
  switch (node.type) {
    case 'Character':
      return String.fromCodePoint(node.value)
    case 'CharacterSet':
      return node.kind === 'space' ? ' ' : node.kind === 'digit' ? '1' : 'a'
    case 'CharacterClass':
      return inClass(node)
    case 'Group':
    case 'CapturingGroup':
      return (node.alternatives[0]?.elements ?? []).map(sample).join('')
    case 'Quantifier':
      return sample(node.element).repeat(node.min)
    default:
      return ''
  }
}
function inClass(node: AST.CharacterClass): string {
  const own = new RegExp(node.raw, 'u')
  return ['a', '1', ' ', 'A', '-', '_', '.', '/', '\n', 'ñ', '\u0001', '<', '"'].find((one) => own.test(one)) ?? 'a'
}

/** Texts that make an expression backtrack: each repetition repeated, then a mismatch. */
function attacks(literal: AST.RegExpLiteral): ((times: number) => string)[] {
  const made: ((times: number) => string)[] = []
  const visit = (node: AST.Node, before: string): void => {
    if (node.type === 'Quantifier') {
      const pump = sample(node.element) || 'a'
      if (node.max > 50)
        for (const end of ['\0', '!', `${pump}\0`]) made.push((times) => before + pump.repeat(times) + end)
      return visit(node.element, before)
    }
    if (node.type === 'Pattern' || node.type === 'Group' || node.type === 'CapturingGroup') {
      for (const { elements } of node.alternatives) {
        let at = before
        for (const element of elements) {
          visit(element, at)
          at += sample(element)
        }
      }
    }
  }
  visit(literal.pattern, '')
  return made
}

/** CPU time of this process, ms; slow results are measured again, because other processes run beside it. */
function cost(run: () => void): number {
  let best = Infinity
  for (let tries = 0; tries < 3 && best > limitMs; tries++) {
    const from = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(from)
    best = Math.min(best, (user + system) / 1000)
    if (best > 10 * limitMs) break
  }
  return best
}
const limitMs = 50
/** Small steps, so that exponential growth is detected early. */
const steps = [10, 14, 18, 22, 26, 30, 40, 60, 100, 200, 500, 2000, 10_000, 30_000, 100_000]

/** The first size at which the expression takes too long. */
function tooSlow(expression: RegExp, attack: (times: number) => string): number | undefined {
  return steps.find((times) => {
    const hostile = attack(times)
    return cost(() => expression.test(hostile)) > limitMs
  })
}

test('S40 every expression takes a hostile text of 100 KB in less than 50 ms', () => {
  const literals = new Set<string>()
  for (const source of parsed)
    for (const node of each(source.program)) if (isRegExp(node)) literals.add(textOf(source, node))
  const slow: string[] = []
  let tried = 0
  for (const text of literals) {
    const literal = new RegExpParser({ ecmaVersion: 2024 }).parseLiteral(text)
    const expression = new RegExp(literal.pattern.raw, literal.flags.raw.replaceAll(/[gy]/g, ''))
    const all = attacks(literal)
    tried += all.length
    const worst = all.find((attack) => tooSlow(expression, attack) !== undefined)
    if (worst) slow.push(`${text} ${tooSlow(expression, worst)} times ${JSON.stringify(worst(2))}`)
  }
  assert.ok(tried > 100, String(tried))
  assert.deepEqual(slow, [])
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
    if (/^(?:domain|contract)\/|\.wide\.ts$/.test(path)) return false
    const text = node.type === 'TemplateElement' ? node.value.raw : fixed(node)
    return text !== undefined && (numberedState.test(text) || listOfStates.test(text))
  })
  assert.deepEqual(texts, [])
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
