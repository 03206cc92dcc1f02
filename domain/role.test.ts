import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { defaultPrivileges, noPrivileges } from './default-privileges.ts'
import { actions, allows, allowsSubItem, areas, subItemsOf } from './privilege.ts'
import type { Privileges } from './privilege.ts'
import {
  basesOf,
  beyondScope,
  grantsNotHeld,
  maySetBase,
  roleBases,
  roleKey,
  systemRoles,
  unknownPrivileges,
  wholePrivileges,
} from './role.ts'

const one = (area: string, priv: string, item?: string): Privileges =>
  item
    ? { [area]: { privs: {}, sub_items: { [item]: { privs: { [priv]: true } } } } }
    : { [area]: { privs: { [priv]: true } } }

/** Every single privilege, sub-items included, as a map of its own. */
const singles: Privileges[] = areas.flatMap((area) => [
  ...actions.map((action) => one(area, `${area}_${action}`)),
  ...subItemsOf(area).flatMap((item) => actions.map((action) => one(area, `${item}_${action}`, item))),
])
const anySingle = fc.constantFrom(...singles)
const on = (privileges: Privileges) => ({ enabled: true, privileges })

function union(maps: readonly Privileges[]): Privileges {
  const all: Record<
    string,
    { privs: Record<string, boolean>; sub_items: Record<string, { privs: Record<string, boolean> }> }
  > = {}
  for (const [area, has] of maps.flatMap((map) => Object.entries(map))) {
    const into = (all[area] ??= { privs: {}, sub_items: {} })
    Object.assign(into.privs, has?.privs)
    for (const [item, { privs }] of Object.entries(has?.sub_items ?? {}))
      Object.assign((into.sub_items[item] ??= { privs: {} }).privs, privs)
  }
  return all
}

test('S6 each privilege, sub-items included, is granted only by a user who holds it', () => {
  assert.equal(singles.length, 148 + 17 * 4)
  for (const single of singles) {
    assert.equal(grantsNotHeld(noPrivileges(), on(single)).length, 1)
    assert.deepEqual(grantsNotHeld(single, on(single)), [])
  }
})

test('S6 whatever a user holds, the granted privileges are a subset', () => {
  fc.assert(
    fc.property(fc.array(anySingle), fc.array(anySingle), fc.array(anySingle), (held, before, after) => {
      const missing = grantsNotHeld(union(held), on(union(after)), on(union(before)))
      const fits = after.every((single) => held.includes(single) || before.includes(single))
      assert.equal(missing.length === 0, fits)
    }),
  )
})

test('S6 enabling a role grants everything in it, and a disabled role hides no grant', () => {
  const privileges = one('event', 'event_edit')
  const off = { enabled: false, privileges }
  assert.equal(grantsNotHeld({}, on(privileges), off).length, 1)
  assert.equal(grantsNotHeld({}, off, { enabled: false, privileges: {} }).length, 1)
  assert.deepEqual(grantsNotHeld({}, off, on(privileges)), [])
  assert.deepEqual(grantsNotHeld({}, on(privileges), on(privileges)), [])
})

test("an operator can copy each of its system roles, and no role of an operator includes the neutral operator's privileges", () => {
  const [admin, vno] = [defaultPrivileges('admin'), defaultPrivileges('adminVNO')]
  for (const { scope, privileges } of systemRoles) {
    assert.deepEqual(grantsNotHeld(scope === 'vno' ? vno : admin, on(privileges)), [])
    assert.deepEqual(beyondScope(scope, privileges), [])
  }
  for (const area of ['role', 'admin', 'retrieve-access', 'retrieve-data'])
    assert.equal(beyondScope('vno', one(area, `${area}_view`)).length, 1)
  assert.equal(beyondScope('vno', one('hairChange', 'resolve_edit', 'resolve')).length, 1)
})

test('a map is expanded completely, and unknown names are reported', () => {
  fc.assert(
    fc.property(fc.array(anySingle), (maps) => {
      const whole = wholePrivileges(union(maps))
      assert.deepEqual(Object.keys(whole), [...areas])
      assert.deepEqual(wholePrivileges(whole), whole)
      assert.deepEqual(unknownPrivileges(whole), [])
      assert.deepEqual(grantsNotHeld(whole, on(union(maps))), [])
      assert.deepEqual(grantsNotHeld(union(maps), on(whole)), [])
    }),
  )
  for (const name of ['constructor', 'nothing', 'event_edit'])
    assert.deepEqual(unknownPrivileges({ [name]: { privs: {} } }), [name])
  assert.deepEqual(unknownPrivileges(one('event', 'port_view')), ['event.privs.port_view'])
  assert.deepEqual(unknownPrivileges(one('event', 'resolve_view', 'resolve')), [
    'event.sub_items.resolve.privs.resolve_view',
  ])
  assert.deepEqual(wholePrivileges(defaultPrivileges('vno')), defaultPrivileges('vno'))
})

test('sub-items have their own grants', () => {
  assert.ok(allowsSubItem(defaultPrivileges('admin'), 'hairChange', 'resolve', 'edit'))
  assert.ok(!allowsSubItem(defaultPrivileges('adminVNO'), 'hairChange', 'resolve', 'edit'))
  assert.ok(allowsSubItem(defaultPrivileges('technician'), 'event', 'steps', 'edit'))
  assert.ok(!allowsSubItem({ event: { privs: { event_edit: true } } }, 'event', 'steps', 'edit'))
  assert.ok(!allows(noPrivileges(), 'event_view'))
})

test('no user assigns a base above the own one', () => {
  const given = roleBases.map((own) => [own, roleBases.filter((base) => maySetBase(own, base))])
  assert.deepEqual(Object.fromEntries(given), {
    admin: ['admin', 'vno', 'adminVNO', 'technician'],
    vno: ['vno', 'technician'],
    adminVNO: ['vno', 'adminVNO', 'technician'],
    technician: ['technician'],
  })
  for (const { scope, base } of systemRoles) assert.ok(basesOf[scope].includes(base))
})

test('a key is derived from the name', () => {
  assert.equal(roleKey('  Auditoría de Calidad (2.ª)'), 'auditoria-de-calidad-2')
  assert.equal(roleKey('***'), 'rol')
})
