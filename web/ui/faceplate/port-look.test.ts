import assert from 'node:assert/strict'
import { test } from 'node:test'
import { neighbourLook } from '@hilo/domain/neighbour-look.ts'
import { portLook } from '@hilo/domain/port-look.ts'
import { countLooks, portsByPosition, type FaceplatePort } from './port-look.ts'
import { testPort } from './test-port.ts'

const port = (over: Partial<FaceplatePort> = {}) => testPort(1, over)
const name = (over: Partial<FaceplatePort>) => portLook(port(over)).name

test('an occupied port is drawn by its light', () => {
  assert.equal(name({ light: 'ok' }), 'lit')
  assert.equal(name({ light: 'weak' }), 'weak')
  assert.equal(name({ light: 'dark' }), 'cut')
  assert.equal(name({ light: 'off' }), 'off')
})

test('without a light reading the state of the ONT decides', () => {
  const light = 'unknown' as const
  assert.equal(name({ light, state: 'online' }), 'lit')
  assert.equal(name({ light, state: 'los' }), 'cut')
  assert.equal(name({ light, state: 'offline' }), 'silent', 'gone without a word is told apart from never read')
  assert.equal(name({ light, state: 'dying_gasp' }), 'off')
  assert.equal(name({ light, state: 'admin_down' }), 'off')
  assert.equal(name({ light, state: 'unknown' }), 'unread')
})

test('the other states of the port are drawn as such, whatever the reading', () => {
  assert.equal(name({ port_state: 1, light: 'ok' }), 'free')
  assert.equal(name({ port_state: 4, light: 'dark' }), 'ceased')
  assert.equal(name({ port_state: 5, light: 'dark' }), 'defective')
  assert.equal(name({ port_state: 6, light: 'ok' }), 'pending')
  assert.equal(name({ port_state: 42 }), 'pending')
})

test('an assigned port is half a disc until its ONT is seen', () => {
  assert.equal(name({ port_state: 2, light: 'unknown', state: 'unknown' }), 'assigned')
  assert.equal(name({ port_state: 2, light: 'dark', state: 'los' }), 'assigned')
  assert.equal(name({ port_state: 2, light: 'ok' }), 'lit')
})

test('the comparison with the earlier reading takes precedence', () => {
  assert.equal(name({ class: 'desconectado' }), 'cut')
  assert.equal(name({ class: 'movido' }), 'cut')
  assert.equal(name({ class: 'degradado' }), 'degraded')
  assert.equal(name({ class: 'degradado', level: 'bloqueo' }), 'degraded_hard')
  assert.equal(name({ class: 'apagado', light: 'dark' }), 'off')
  assert.equal(name({ class: 'no_concluyente' }), 'doubtful')
  assert.equal(name({ class: 'no_concluyente', light: 'unknown', state: 'offline' }), 'silent')
  assert.equal(name({ class: 'igual', light: 'off' }), 'off')
})

test('a recovered cut is marked only while there is light', () => {
  const mark = (over: Partial<FaceplatePort>) => portLook(port(over)).mark
  assert.deepEqual(mark({ class: 'microcorte' }), neighbourLook({ class: 'microcorte' }))
  assert.deepEqual(mark({ class: 'corte_recuperado', light: 'weak' }), neighbourLook({ class: 'corte_recuperado' }))
  assert.equal(mark({ class: 'microcorte', light: 'dark' }), null)
  assert.equal(mark({ class: 'igual' }), null)
})

test('a port that was dark before the work raises no alarm, and counts as lit when light arrives', () => {
  assert.equal(name({ class: 'igual', preexisting: true, light: 'dark' }), 'dark_before')
  assert.equal(name({ preexisting: true, light: 'dark' }), 'dark_before')
  assert.equal(name({ class: 'igual', preexisting: true, light: 'ok' }), 'lit')
  assert.equal(name({ class: 'desconectado', preexisting: true, light: 'dark' }), 'cut')
})

test('a drop leaves the box where a customer is or was connected', () => {
  assert.equal(portLook(port({ light: 'dark' })).drop, true)
  assert.equal(portLook(port({ port_state: 4 })).drop, true)
  assert.equal(portLook(port({ port_state: 1 })).drop, false)
  assert.equal(portLook(undefined).drop, false)
})

test('positions follow the number; a port without data is unread', () => {
  const places = portsByPosition([port({ port: 3 }), port({ port: 9 })], 4)
  const numbers = places.map((one) => one?.port)
  assert.deepEqual(numbers, [undefined, undefined, 3, undefined])
  const counts = Object.fromEntries(countLooks([port({ port: 1 }), port({ port: 2, light: 'dark' })], 4))
  assert.deepEqual(counts, { lit: 1, cut: 1, unread: 2 })
})
