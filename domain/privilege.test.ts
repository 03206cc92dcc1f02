import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultPrivileges } from './default-privileges.ts'
import { actions, allows, allowsItem, areas } from './privilege.ts'

test('37 areas with four actions each, spelled out for every system role', () => {
  assert.equal(areas.length, 37)
  for (const base of ['admin', 'adminVNO', 'vno', 'technician'] as const) {
    const map = defaultPrivileges(base)
    assert.deepEqual(Object.keys(map), [...areas])
    for (const area of areas)
      assert.deepEqual(
        Object.keys(map[area]?.privs ?? {}),
        actions.map((action) => `${area}_${action}`),
      )
  }
})

test('what is not granted is not allowed, whatever the map looks like', () => {
  assert.equal(allows(undefined, 'port_view'), false)
  assert.equal(allows({}, 'port_view'), false)
  assert.equal(allows({ port: { privs: {} } }, 'port_view'), false)
  assert.equal(allows({ event: { privs: { port_view: true } } }, 'port_view'), false)
  assert.equal(allows({ port: { privs: { port_view: true } } }, 'port_view'), true)
  assert.equal(
    allows(
      { 'enrollments-verification': { privs: { 'enrollments-verification_edit': true } } },
      'enrollments-verification_edit',
    ),
    true,
  )
})

test('a map that is not as it should be grants nothing, and throws nothing', () => {
  const broken = [
    { port: {} },
    { port: null },
    { port: { privs: null } },
    { port: 'x' },
    'x',
    7,
    { port: { privs: 'x' } },
  ]
  for (const map of broken) {
    assert.equal(allows(map as Parameters<typeof allows>[0], 'port_view'), false)
    assert.equal(allowsItem(map as Parameters<typeof allows>[0], 'event', 'steps', 'view'), false)
  }
  assert.equal(
    allows({ port: { privs: { port_view: 1 } } } as unknown as Parameters<typeof allows>[0], 'port_view'),
    true,
  )
})

test('the default matrix: who sees and does what', () => {
  const may = (base: Parameters<typeof defaultPrivileges>[0], privilege: Parameters<typeof allows>[1]) =>
    allows(defaultPrivileges(base), privilege)
  assert.equal(may('adminVNO', 'event_create'), true)
  assert.equal(may('vno', 'event_edit'), false)
  assert.equal(may('technician', 'technician_view'), false)
  assert.equal(may('adminVNO', 'retrieve-access_view'), false)
  assert.equal(may('admin', 'retrieve-access_view'), true)
  assert.equal(may('vno', 'adminVNO_create'), false)
})
