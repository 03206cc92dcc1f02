/** Every declaration of the contract has its Spanish text. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { problems } from '@hilo/domain/problem.ts'
import { choices } from '@hilo/domain/choices.ts'
import { enumerations } from '@hilo/domain/status.ts'
import { checkTexts } from '@hilo/domain/step-checks.ts'
import { listName, type AnyCall } from './call.ts'
import { contract } from './index.ts'

const texts = JSON.parse(readFileSync(new URL('../web/assets/i18n/es.json', import.meta.url), 'utf8')) as Record<
  string,
  string
>
const calls = Object.entries(contract) as [string, AnyCall][]

test('every problem, enumeration value, word, check and column has its text', () => {
  const keys = [
    ...Object.keys(problems).map((code) => `problem.${code}`),
    ...Object.values(enumerations).flatMap((one) => one.all.map((status) => status.label)),
    ...Object.entries(choices).flatMap(([name, words]) => words.map((word) => `choice.${name}.${word}`)),
    ...checkTexts,
    ...calls.flatMap(([path, spec]) =>
      spec.kind === 'list'
        ? Object.keys(spec.list.columns)
            .filter((column) => !texts[`column.any.${column}`])
            .map((column) => `column.${listName(path, spec.list)}.${column}`)
        : [],
    ),
  ]
  const missing = keys.filter((key) => !texts[key])
  assert.deepEqual(missing, [])
})

test('every call declares its requirements, and a list sorts by columns that it declares', () => {
  for (const [path, spec] of calls) {
    assert.ok(spec.privilege && spec.scope && spec.summary, path)
    if (!('list' in spec)) continue
    for (const [name] of spec.list.defaultSort) assert.ok(spec.list.sorts.includes(name), path)
  }
})

const isWord = (name: string) => Object.keys(texts).some((key) => key.startsWith(`choice.${name}.`))

test('every column names a declared enumeration or set of words', () => {
  for (const [path, spec] of calls) {
    if (spec.kind !== 'list') continue
    for (const kind of Object.values(spec.list.columns)) {
      const [family, name = ''] = kind.split(':')
      if (family === 'status') assert.ok(enumerations[name], `${path} ${kind}`)
      if (family === 'choice' || family === 'choices') assert.ok(choices[name], `${path} ${kind}`)
      if (family === 'words') assert.ok(isWord(name), `${path} ${kind}`)
    }
  }
})
