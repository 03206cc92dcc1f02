/** What the sources of the server may not hold, whoever writes them. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { RegExpParser, type AST } from '@eslint-community/regexpp'
import { parseSync, type ESTree } from 'vite'

const root = join(import.meta.dirname, '..', '..')
/** Tools of the making, which nobody sends anything. */
const tools = /^server\/(?:test|fuzz|matrix|guards|faults|seed)\/|\.(?:test|soak)\.ts$|\.d\.ts$/
const sources = ['domain', 'contract', 'server'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, String(name)).replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !path.includes('node_modules') && !tools.test(path)),
)
type Node = ESTree.Node & ESTree.Span
interface Source {
  path: string
  text: string
  program: ESTree.Program
}
const parsed = sources.map((path): Source => {
  const text = readFileSync(join(root, path), 'utf8')
  return { path, text, program: parseSync(path, text).program }
})
const textOf = ({ text }: Source, node: Node) => text.slice(node.start, node.end)

/** Every node of a source, those above before those below. */
function* each(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value) yield value as Node
  for (const child of Object.values(value)) yield* each(child)
}
function places(is: (node: Node, source: Source) => boolean): string[] {
  const found: string[] = []
  for (const source of parsed)
    for (const node of each(source.program))
      if (is(node, source)) found.push(`${source.path} ${textOf(source, node).replaceAll(/\s+/g, ' ').slice(0, 90)}`)
  return found
}
const files = (found: string[]) => [...new Set(found.map((one) => one.split(' ')[0]))].sort()
/** The text that a node is, when it is one that is written out. */
function fixed(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  return node?.type === 'TemplateLiteral' && node.expressions.length === 0 ? node.quasis[0]?.value.raw : undefined
}
const isRegExp = (node: Node): node is ESTree.RegExpLiteral => node.type === 'Literal' && 'regex' in node
/** Whether the node calls or makes what has one of the names. */
function uses(node: Node, source: Source, name: RegExp, how: ('CallExpression' | 'NewExpression')[]): boolean {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return false
  return how.includes(node.type) && name.test(textOf(source, node.callee))
}
const firstOf = (node: Node) => ('arguments' in node ? (node.arguments as Node[])[0] : undefined)

test('the search sees the sources', () => {
  assert.ok(sources.length > 300)
  assert.ok(places(isRegExp).length > 100)
})

test('S33 nothing that comes in is ever run as code', () => {
  const runs = places(
    (node, source) =>
      uses(node, source, /^(?:globalThis\.)?(?:eval|Function|require)$/, ['CallExpression']) ||
      uses(node, source, /^(?:globalThis\.)?Function$/, ['NewExpression']) ||
      (uses(node, source, /^set(?:Timeout|Interval|Immediate)$/, ['CallExpression']) &&
        fixed(firstOf(node)) !== undefined),
  )
  assert.deepEqual(runs, [])
})

test('S33 other programs are started for the embedded database and for reading files alone, virtual machines never', () => {
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

test('S33 what is loaded while running has a name of ours', () => {
  const lazy = places((node) => node.type === 'ImportExpression' && fixed(node.source) === undefined)
  // The one of this machine among the packages of the embedded database.
  assert.deepEqual(files(lazy), ['server/db/binaries.ts'])
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
  // Made of constants of their own files, or of the contract.
  assert.deepEqual(files(made), [
    'contract/example.ts',
    'domain/formula.ts',
    'domain/text.ts',
    'server/auth/entry-code.ts',
    'server/auth/mount.ts',
    'server/load/mojibake.ts',
  ])
})

/** A text that the node matches, with as much as it must. */
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

/** Texts that make an expression try as much as it can: each repetition repeated, and then a text on which it fails. */
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

/** Milliseconds of this process; what seems slow is measured again, since other things run beside it. */
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
/** In small steps, so that one that explodes is found out before it does. */
const steps = [10, 14, 18, 22, 26, 30, 40, 60, 100, 200, 500, 2000, 10_000, 30_000, 100_000]

/** The first size at which a text takes the expression too long. */
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

/** Forms that only a secret has. */
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

test('S50 neither sources nor what browsers get hold a secret', () => {
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
      // An alphabet has each sign once.
      const alphabet = new Set(text).size === text.length
      if (!alphabet && /\d/.test(text) && entropy(text) > 4.2) found.push(`${path} ${text}`)
    }
  assert.deepEqual(found, [])
})
