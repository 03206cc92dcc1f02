import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SettingRecord } from '@hilo/contract/settings/settings.ts'
import { settings, settingKeys } from '@hilo/domain/settings.ts'
import { changesIn, formOf, wrongIn } from './setting-values.ts'

const records = settingKeys.map((key): SettingRecord => {
  const one = settings[key]
  const value = structuredClone(one.default) as SettingRecord['value']
  return {
    key,
    group: one.group,
    kind: one.kind,
    label: key,
    value,
    default: value,
    source: 'default',
    rule: one.rule,
    min: one.kind === 'integer' ? one.min : null,
    max: one.kind === 'integer' ? one.max : null,
    options: one.kind === 'set' ? [...one.options] : null,
  }
})
const form = formOf(records)

test('what is not touched is not sent, and is never wrong', () => {
  assert.deepEqual(changesIn(records, form), {})
  for (const free of [true, false]) assert.deepEqual(wrongIn(records, form, free), {})
})

test('figures are written with a comma and travel as numbers', () => {
  assert.equal(form['limits.olt.B+/low'], '−27,5')
  const typed = { ...form, 'limits.ont.B+/low': '-25,5', deadline_h: '12', controls: ['control_24h', 'control_15min'] }
  assert.deepEqual(changesIn(records, typed), { 'limits.ont.B+': { low: -25.5, good: -24, high: -8 }, deadline_h: 12 })
})

test('back to what holds for everybody is nothing of one’s own', () => {
  const changed = records.map((record) => (record.key === 'deadline_h' ? { ...record, value: 6 } : record))
  assert.deepEqual(changesIn(changed, { ...form, deadline_h: '24' }), { deadline_h: null })
})

test('an operator may be stricter, not laxer; order and figures hold for everybody', () => {
  const wrong = (typed: object, free: boolean) => Object.keys(wrongIn(records, { ...form, ...typed }, free))
  assert.deepEqual(wrong({ 'limits.ont.B+/low': '−27' }, false), ['limits.ont.B+/low'])
  assert.deepEqual(wrong({ 'limits.ont.B+/low': '−27' }, true), [])
  assert.deepEqual(wrong({ 'limits.ont.B+/low': '−20' }, true), ['limits.ont.B+/low'])
  assert.deepEqual(wrong({ 'limits.ont.B+/good': 'mucho' }, true), ['limits.ont.B+/low'])
  assert.deepEqual(wrong({ deadline_h: '25' }, false), ['deadline_h'])
  assert.deepEqual(wrong({ controls: ['control_24h'] }, false), ['controls'])
})
