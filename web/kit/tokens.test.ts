import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const web = join(import.meta.dirname, '..')
const styles = globSync('{app,features,kit,lists,offline,ui}/**/*.css', { cwd: web })
const read = (path: string) => readFileSync(join(web, path), 'utf8')

/** Drawings measure in their own units. */
const drawings = /^ui\/(?:faceplate|optical-path|plots|fibre)\//
/** Read from an arm's length or fitted to the screen: the power, the seconds of an alarm, the code of a discharge. */
const figures = /^(?:min\(.*\)|2\.75rem|48px|26px !important|0|inherit|\d*\.?\d+em)$/

test('every size of type is a step of the scale', () => {
  const others = styles
    .filter((path) => !drawings.test(path))
    .flatMap((path) => [...read(path).matchAll(/font-size: ([^;]+);/g)].map(([, size = '']) => `${path}: ${size}`))
    .filter((found) => !/: var\(--(?:text|hand)-\w+\)$/.test(found) && !figures.test(found.split(': ')[1] ?? ''))
  assert.deepEqual(others, [])
})

test('the scale has six steps', () => {
  const steps = [...read('kit/tokens.css').matchAll(/--(text|hand)-(\w+): ([\d.]+)(px|rem);/g)].filter(
    ([, , name]) => name !== 'title',
  )
  const sizes = new Set(steps.map(([, , , size, unit]) => Number(size) * (unit === 'rem' ? 16 : 1)))
  assert.deepEqual([...sizes], [12, 13, 15, 16, 20, 24])
})

test('every token that a style sheet reads is declared', () => {
  const all = styles.map(read).join('\n')
  const declared = new Set([...all.matchAll(/(--(?:text|hand|radius)-[\w-]+):/g)].map(([, name]) => name))
  const missing = [...all.matchAll(/var\((--(?:text|hand|radius)-[\w-]+)/g)].map(([, name]) => name)
  const undeclared = missing.filter((name) => !declared.has(name))
  assert.deepEqual(undeclared, [])
})
