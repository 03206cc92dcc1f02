import assert from 'node:assert/strict'
import { test } from 'node:test'
import i18next from 'i18next'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { differences } from './differences.ts'

const texts = JSON.parse(readFileSync(join(import.meta.dirname, '../../assets/i18n/es.json'), 'utf8')) as object
await i18next.init({ lng: 'es', resources: { es: { translation: texts } }, keySeparator: false, nsSeparator: false })

test('only what changed, in words', () => {
  const [one, ...more] = differences({ process_state: 9, attempts: 1 }, { process_state: 8, attempts: 1 })
  assert.deepEqual([one?.name, one?.before, one?.after, more.length], ['Estado', 'Creando', 'Abierta', 0])
  assert.deepEqual(
    differences({ state: 2 }, { state: 3 }, 'port').map(({ before, after }) => [before, after]),
    [['Asignado', 'Ocupado']],
  )
})

test('powers, times, conditions and what is inside of something else', () => {
  const found = differences(
    { rx_dbm: -20.5, 'limits.ont.B+': { high: -8, good: -24, low: -26 }, conditions: [] },
    { rx_dbm: null, 'limits.ont.B+': { high: -8, good: -24, low: -25 }, conditions: [{ code: 999, event_id: null }] },
  )
  assert.deepEqual(
    found.map(({ before }) => before),
    ['−20,50\u00a0dBm', '−26', 'Nada'],
  )
  assert.equal(found[1]?.name, 'limits.ont.B+, Mínimo')
  assert.match(found[2]?.after ?? '', /^Código: CTO en cámara$/)
})

test('a record that was not there before is shown whole; one that is gone too', () => {
  assert.deepEqual(differences(null, { name: 'Obras' }).length, 1)
  assert.deepEqual(differences({ name: 'Obras', enabled: true }, null).length, 2)
  assert.deepEqual(differences(null, null), [])
  assert.deepEqual(differences('x', ['y']), [])
})
