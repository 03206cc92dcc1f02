import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnOf, columnsOf } from '@hilo/domain/test/columns.ts'
import { differences } from './differences.ts'
import { loadCatalogue } from '../../build/test-catalogue.ts'

await loadCatalogue()

test('only what changed, in words', () => {
  const [one, ...more] = differences({ process_state: 9, attempts: 1 }, { process_state: 8, attempts: 1 })
  assert.deepEqual([one?.name, one?.before, one?.after, more.length], ['Estado', 'Creando', 'Abierta', 0])
  const ofPort = differences({ state: 2 }, { state: 3 }, 'port')
  assert.deepEqual(columnsOf(ofPort, 'before', 'after'), [['Asignado', 'Ocupado']])
})

test('powers, times, conditions and what is inside of something else', () => {
  const found = differences(
    { rx_dbm: -20.5, 'limits.ont.B+': { high: -8, good: -24, low: -26 }, conditions: [] },
    { rx_dbm: null, 'limits.ont.B+': { high: -8, good: -24, low: -25 }, conditions: [{ code: 999, event_id: null }] },
  )
  assert.deepEqual(columnOf(found, 'before'), ['−20,50\u00a0dBm', '−26', 'Nada'])
  assert.equal(found[1]?.name, 'limits.ont.B+, Mínimo')
  assert.match(found[2]?.after ?? '', /^Código: CTO en cámara$/)
})

test('a record that was not there before is shown whole; one that is gone too', () => {
  assert.deepEqual(differences(null, { name: 'Obras' }).length, 1)
  assert.deepEqual(differences({ name: 'Obras', enabled: true }, null).length, 2)
  assert.deepEqual(differences(null, null), [])
  assert.deepEqual(differences('x', ['y']), [])
})

test('a step of the work is told in words, as are the states of every kind of record', () => {
  const told = (before: object, after: object, entity: string) =>
    columnsOf(differences(before, after, entity), 'name', 'before', 'after')
  assert.deepEqual(told({ step: 'power', status: 'iddle' }, { step: 'power', status: 'started' }, 'event'), [
    ['Situación', 'Sin empezar', 'En curso'],
  ])
  assert.deepEqual(told({ state: 'recibida' }, { state: 'en_curso' }, 'service_order'), [
    ['Estado', 'Recibida', 'En curso'],
  ])
  assert.deepEqual(told({ status: { id: 1 } }, { status: { id: 2 } }, 'vno').length, 1)
  assert.equal(told({ condition_code: null }, { condition_code: 999 }, 'cto')[0]?.[2], 'CTO en cámara')
})

test('an id is the record that it refers to, not a number', () => {
  const [found] = differences({ port_id: 41 }, { port_id: 42 }, 'access')
  assert.deepEqual(found?.refers, { before: { entity: 'port', id: 41 }, after: { entity: 'port', id: 42 } })
  assert.equal(found?.name, 'Puerto')
})

test('what looks the same before and after is no change, and a field without a Spanish name does not show its wire name', () => {
  assert.deepEqual(differences({ version: 1, note: null }, { version: 2, note: '' }), [])
  assert.equal(differences({}, { some_wire_name: 4 })[0]?.name, 'Otro dato')
})
