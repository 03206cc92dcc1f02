import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { reasonText } from './enrollment-facts.ts'
import { loadCatalogue } from '../../build/test-catalogue.ts'

before(loadCatalogue)

test('a label read far from its box says how far, since the picture beside it may be of another place', () => {
  const words = (reason: Parameters<typeof reasonText>[0], distance_m: number | null) =>
    reasonText(reason, { distance_m }).replaceAll('\u00a0', ' ')
  assert.equal(words('far', 412), 'Leída lejos, a 412 m de la caja')
  assert.equal(words('far', null), 'Lejos de la caja')
  assert.equal(words('manual', 412), 'Etiqueta escrita a mano')
})
