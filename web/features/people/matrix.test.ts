import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultPrivileges } from '@hilo/domain/default-privileges.ts'
import { actions, areas, subItemsOf, type Action } from '@hilo/domain/privilege.ts'
import { roleBases, wholePrivileges } from '@hilo/domain/role.ts'
import { allRows, barsOf, difference, grantsOf, privilegesFrom, toggled, withCells } from './matrix.ts'

const cell = (id: string, action: Action) => allRows.find((row) => row.id === id)?.cells[action] ?? assert.fail(id)
const free = () => null
const every = new Set(allRows.flatMap(({ cells }) => Object.values(cells)))

test('every area and every part stands in the table once', () => {
  const wanted = areas.flatMap((area) => [area, ...subItemsOf(area).map((part) => `${area}.${part}`)])
  assert.deepEqual(allRows.map(({ id }) => id).toSorted(), wanted.toSorted())
  assert.equal(areas.length, 37)
})

test('a role goes into the table and comes out the same', () => {
  for (const base of roleBases) {
    const privileges = defaultPrivileges(base)
    assert.deepEqual(privilegesFrom(grantsOf(privileges)), wholePrivileges(privileges))
  }
})

test('changing takes seeing along, and not seeing takes the rest away', () => {
  const created = withCells(new Set(), [cell('event', 'create')], true, free)
  assert.deepEqual(created, new Set([cell('event', 'create'), cell('event', 'view')]))
  assert.deepEqual(withCells(created, [cell('event', 'view')], false, free), new Set())
  const part = withCells(new Set(), [cell('event.override', 'create')], true, free)
  assert.deepEqual(part, new Set([cell('event.override', 'create')]), 'a part stands for itself')
})

test('what one does not hold is not granted, and what is granted already may stay', () => {
  const held = new Set([cell('event', 'view')])
  const saved = new Set([cell('event', 'delete')])
  const used = ['event_view', 'event_create', 'event_edit', 'event_delete', 'role_view']
  const bars = (scope: 'vno' | 'neutral', has: Set<string>, had: Set<string>) =>
    barsOf({ scope, held: has, saved: had, used })
  const bar = bars('vno', held, saved)
  assert.equal(bar(cell('event', 'view')), null)
  assert.equal(bar(cell('event', 'delete')), 'beyond', 'no operator deletes interventions')
  assert.equal(bar(cell('event', 'create')), 'lacking')
  assert.equal(bars('vno', held, new Set([cell('event', 'create')]))(cell('event', 'create')), null)
  assert.equal(bar(cell('role', 'view')), 'beyond')
  assert.equal(bars('neutral', every, saved)(cell('role', 'view')), null)
  const row = Object.values(allRows.find(({ id }) => id === 'event')?.cells ?? {})
  assert.deepEqual(toggled(new Set(), row, bar), held)
  assert.deepEqual(toggled(held, row, bar), new Set())
})

test('what no call asks for is no choice, whoever holds it and whatever the role grants', () => {
  const bar = barsOf({ scope: 'neutral', held: every, saved: every, used: ['port_view', 'port_edit'] })
  const ofPorts = actions.map((action) => bar(cell('port', action)))
  assert.deepEqual(ofPorts, [null, null, 'unused', 'unused'])
  const operators = barsOf({ scope: 'vno', held: every, saved: every, used: [] })
  assert.equal(operators(cell('event', 'delete')), 'unused', 'also what no operator could hold')
  assert.equal(bar(cell('event.override', 'create')), null, 'a part narrows its area where it is looked at')
  const row = Object.values(allRows.find(({ id }) => id === 'port')?.cells ?? {})
  assert.deepEqual(toggled(new Set(), row, bar), new Set([cell('port', 'view'), cell('port', 'edit')]))
})

test('a difference names what is new and what is gone', () => {
  const [view, edit] = [cell('cto', 'view'), cell('cto', 'edit')]
  assert.deepEqual(difference(new Set([view]), new Set([edit])), { added: [edit], removed: [view] })
})
