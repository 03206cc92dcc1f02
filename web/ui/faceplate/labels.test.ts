import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { boxLabel, captionOf, ownSample, portLabel, seesOperators, splitterLabel, type Translate } from './labels.ts'
import { lookNames } from '@hilo/domain/port-look.ts'
import { type FaceplatePort } from './port-look.ts'
import { testPort } from './test-port.ts'

const catalogue: unknown = JSON.parse(readFileSync(new URL('../../assets/i18n/es.json', import.meta.url), 'utf8'))
const texts = new Map(Object.entries(catalogue ?? {}).map(([key, value]) => [key, String(value)]))
const t: Translate = (key, values = {}) => {
  const text = texts.get(`${key}_${values['count'] === 1 ? 'one' : 'other'}`) ?? texts.get(key) ?? key
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))
}
const port = (over: Partial<FaceplatePort> = {}) => testPort(7, over)

test('every look has its name, its count and its word', () => {
  for (const name of lookNames) {
    assert.ok(texts.get(`faceplate.look.${name}`), name)
    assert.ok(texts.get(`faceplate.count.${name}`) ?? texts.get(`faceplate.count.${name}_other`), name)
    assert.ok(name === 'lit' || texts.get(`faceplate.caption.${name}`), name)
  }
})

test("a port's accessible name has its number, its owner and its state", () => {
  assert.equal(portLabel(t, 7, port({ light: 'dark' }), true), 'Puerto 7, otro operador, sin luz')
  const own = port({ own: true, rx_dbm: -19.42 })
  assert.equal(portLabel(t, 7, own, true), 'Puerto 7, tu operador, en línea, −19,42 dBm')
  assert.equal(portLabel(t, 7, port({ class: 'microcorte' }), false), 'Puerto 7, en línea, microcorte')
  assert.equal(portLabel(t, 16, port({ port_state: 1 }), true), 'Puerto 16, libre')
  assert.equal(portLabel(t, 3, undefined, true), 'Puerto 3, sin dato')
})

test('the box has a summary of its ports', () => {
  const ports = [
    port({ port: 1 }),
    port({ port: 2, light: 'off' }),
    port({ port: 3, port_state: 1 }),
    port({ port: 4, port_state: 1 }),
  ]
  assert.equal(boxLabel(t, 'VAL01-0312-07', ports, 4), 'Caja VAL01-0312-07, 4 puertos: 1 en línea, 1 apagado, 2 libres')
})

test('the caption of a port is its figure or a word; a neighbour with light has none', () => {
  assert.deepEqual(captionOf(t, port({ rx_dbm: -22.97 }), 2), { text: '−22,97', figure: true })
  assert.deepEqual(captionOf(t, port({ rx_dbm: -22.97 }), 1), { text: '−23,0', figure: true })
  assert.deepEqual(captionOf(t, port(), 2), { text: '', figure: false })
  assert.deepEqual(captionOf(t, port({ light: 'dark', rx_dbm: -40 }), 2), { text: 'Sin luz', figure: false })
})

test('a reader of every figure is the network operator', () => {
  assert.equal(seesOperators([port({ rx_dbm: -20 })]), false)
  assert.equal(seesOperators([port()]), true)
  assert.equal(seesOperators([port({ own: true, rx_dbm: -20 })]), true)
})

test('the legend samples the port being worked on as the user’s own', () => {
  const ports = [port({ port: 1, own: true }), port({ port: 12, own: true })]
  assert.equal(ownSample(ports, 16, 12), 12)
  assert.equal(ownSample(ports, 16), 1)
  assert.equal(ownSample([port()], 16), undefined)
})

test('a box with more ports than one splitter has exits names its splitters', () => {
  assert.equal(splitterLabel(t, '1:16', 16), 'Divisor 1:16')
  assert.equal(splitterLabel(t, '1:64', 24), 'Divisor 1:64')
  assert.equal(splitterLabel(t, '1:8', 16), '2 × 1:8')
  assert.equal(splitterLabel(t, '1:8', 24), '3 × 1:8')
})
