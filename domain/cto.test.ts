import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ctoStateOf, freePorts } from './cto.ts'
import type { PortState } from './port.ts'
import { ctoState, portState } from './status.ts'

const [free, taken, broken, pending] = [
  portState.is.disponible,
  portState.is.ocupado,
  portState.is.defectuoso,
  portState.is.pendiente_revision,
]
const box = (ports: PortState[], extra: { commissioned?: boolean; damaged?: boolean } = {}) =>
  ctoStateOf({ commissioned: true, damaged: false, ...extra, ports })
const anyPorts = fc.array(fc.constantFrom<PortState>(1, 2, 3, 4, 5, 6), { minLength: 1, maxLength: 32 })

test('the first matching rule decides the state of the CTO', () => {
  assert.equal(box([free, taken], { commissioned: false }), ctoState.is.no_instalada)
  assert.equal(box([free, taken], { damaged: true }), ctoState.is.defectuosa)
  assert.equal(box([broken, broken, free, taken]), ctoState.is.defectuosa)
  assert.equal(box([broken, taken, free, taken]), ctoState.is.disponible)
  assert.equal(box([taken, pending, taken, taken]), ctoState.is.pendiente_revision)
  assert.equal(box([taken, broken, taken, taken]), ctoState.is.copada)
})

test('a CTO is available only with a free port and full only without one', () => {
  fc.assert(
    fc.property(anyPorts, (ports) => {
      const state = box(ports)
      if (state === ctoState.is.disponible) assert.ok(freePorts(ports) > 0)
      if (state === ctoState.is.copada) assert.ok(freePorts(ports) === 0 && !ports.includes(pending))
      assert.ok(ctoState.of(state))
    }),
  )
})

test('the order of the ports does not matter', () => {
  fc.assert(fc.property(anyPorts, (ports) => assert.equal(box(ports), box(ports.toReversed()))))
})
