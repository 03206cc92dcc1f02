import { contract, type Path } from '@hilo/contract/index.ts'
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fieldLimits } from './field-limits.ts'

interface Schema {
  safeParse(value: unknown): { success: boolean }
}
const limits = fieldLimits()
const web = join(import.meta.dirname, '..')
const forms = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx') && !/(?:^|\/)(?:node_modules|dist|dist-native)\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(web, path), 'utf8') }))

test('the limit of a form field is the one that the server accepts: one character more is refused', () => {
  let checked = 0
  for (const [path, fields] of Object.entries(limits)) {
    const spec = contract[path as Path]
    const { shape } = spec.input as unknown as { shape: Readonly<Record<string, Schema>> }
    for (const [name, { maxLength, maximum }] of Object.entries(fields)) {
      const field = shape[name]
      if (!field) continue
      if (maxLength !== undefined) assert.ok(!field.safeParse('A'.repeat(maxLength + 1)).success, `${path} ${name}`)
      if (maximum !== undefined) assert.ok(!field.safeParse(maximum + 1).success, `${path} ${name}`)
      checked++
    }
  }
  assert.ok(checked > 60, `${checked} fields`)
  assert.deepEqual(limits['admin_vno/drops/create']?.['length_m'], { minimum: 0, maximum: 5000 })
  assert.deepEqual(limits['admin_vno/contractors/create']?.['name'], { minLength: 2, maxLength: 120 })
})

test('a form that reads the limits of its call repeats none of them', () => {
  const repeated = forms.flatMap(({ path, text }) => {
    const calls = [...text.matchAll(/limitsOf\('([\w/]+)'\)/g)].map(([, call = '']) => limits[call] ?? {})
    return [...text.matchAll(/<TextField\b(?:[^<>]|=>)*?\/>/g)].flatMap(([field]) => {
      const name = /name="(\w+)"/.exec(field)?.[1] ?? ''
      const own = /maxLength=\{\d+\}/.test(field)
      return own && calls.some((known) => known[name]?.maxLength !== undefined) ? [`${path} ${name}`] : []
    })
  })
  assert.deepEqual(repeated, [])
})
