/**
 * Word, colour and sign of a neighbour class and of a verdict are declared once, in domain/neighbour-look.ts. Parses every
 * source file: no other mapping from a class or verdict to a presentation, and no second word in the catalogue.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseAst } from 'vite'
import { neighbourClasses, verdicts } from '@hilo/domain/status.ts'
import { root } from './modules.mjs'

const words = new Set([...neighbourClasses, ...verdicts])
const looks = new Set('success warning danger medium accent doing ok aviso bloqueo disc check gap triangle diamond ring bar'.split(' ')) // prettier-ignore
/** Consequences of a class that are not shown: its verdict, its notice. */
const judgement = /^domain\/(?:neighbours\.ts|proof\/)|^server\/process\/cases\/case(?:s|-notices)\.ts/
const table = 'domain/neighbour-look.ts'
const isSource = (path) =>
  /\.tsx?$/.test(path) &&
  !/\.(?:test|night|soak|d)\.tsx?$|(?:^|\/)(?:node_modules|dist|dist-native|\.cache)\//.test(path)
const sources = ['domain', 'contract', 'server', 'web'].flatMap((part) =>
  readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
    .map((path) => `${part}/${path}`)
    .filter((path) => isSource(path) && path !== table && !judgement.test(path)),
)

const isNode = (value) => typeof value === 'object' && value !== null && typeof value.type === 'string'
function* nodes(node) {
  yield node
  for (const value of Object.values(node)) {
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) yield* nodes(one)
  }
}
const strings = (node) =>
  [...nodes(node)].flatMap((one) => (one.type === 'Literal' && typeof one.value === 'string' ? [one.value] : []))
const keyOf = ({ key }) => key?.name ?? key?.value

/** A map from a class or verdict, or a conditional presentation. */
function offence(node) {
  if (node.type === 'ObjectExpression') {
    const mapped = node.properties.filter((one) => one.type === 'Property' && words.has(keyOf(one)))
    if (mapped.length > 0) return `maps ${mapped.map(keyOf).join(', ')}`
  }
  if (node.type !== 'ConditionalExpression') return null
  const asked = strings(node.test).filter((one) => words.has(one))
  const chosen = [node.consequent, node.alternate].flatMap(strings).filter((one) => looks.has(one))
  return asked.length > 0 && chosen.length > 0 ? `${asked.join()} ? ${chosen.join()}` : null
}

test('only one table defines the presentation of a class or verdict', () => {
  const found = sources.flatMap((path) => {
    const code = readFileSync(join(root, path), 'utf8')
    if (![...words].some((word) => code.includes(word))) return []
    const ast = parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' })
    return [...nodes(ast)]
      .map(offence)
      .filter(Boolean)
      .map((what) => `${path}: ${what}`)
  })
  assert.deepEqual(found, [])
})

const catalogue = JSON.parse(readFileSync(join(root, 'web/assets/i18n/es.json'), 'utf8'))
const bare = (key) => key.replace(/_(?:one|other)$/, '')

test('a class has one word in the catalogue, and a verdict one word and its sentences', () => {
  const told = new Set([
    ...['choice.neighbour_class', 'choice.verdict', 'verdict', 'event.band.working', 'tech.verdict', 'closing'],
    'discharge.found',
  ])
  const others = Object.keys(catalogue).filter((key) => {
    const [, family, last] = bare(key).match(/^(.*)\.(\w+)$/) ?? []
    return words.has(last) && !told.has(family)
  })
  assert.deepEqual(others, [])
})

test('an interruption has the same name in every sentence: microcorte below 20 s, corte recuperado from there on', () => {
  const of = (verdict) => Object.entries(catalogue).filter(([key]) => bare(key).endsWith(`.${verdict}`))
  for (const [key, sentence] of of('con_microcortes')) {
    assert.match(sentence, /microcorte/i, key)
    assert.doesNotMatch(sentence, /corte recuperado/, key)
  }
  for (const [key, sentence] of of('con_cortes')) {
    if (key === 'choice.verdict.con_cortes') continue
    assert.match(sentence, /corte recuperado/i, key)
    assert.doesNotMatch(sentence, /microcorte/i, key)
  }
})
