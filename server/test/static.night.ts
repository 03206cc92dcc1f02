/** Processor time of every expression of the server, with texts made to exhaust it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RegExpParser, type AST } from '@eslint-community/regexpp'
import { each, isRegExp, parsed, textOf } from './sources.ts'

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
