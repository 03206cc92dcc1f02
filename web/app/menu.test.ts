import { defaultPrivileges } from '@hilo/domain/default-privileges.ts'
import { allows } from '@hilo/domain/privilege.ts'
import { columnOf } from '@hilo/domain/test/columns.ts'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { listMenu } from './list-screens.ts'
import { isWithin, mayOpen, menu, phoneEntries, visibleMenu } from './menu.ts'

const texts: unknown = JSON.parse(readFileSync(new URL('../assets/i18n/es.json', import.meta.url), 'utf8'))
const entries = menu.flatMap((group) => group.entries)

test('every entry has a unique place and a name', () => {
  assert.equal(new Set(entries.map(({ route }) => route)).size, entries.length)
  const labels = [...entries.map(({ label }) => label), ...menu.flatMap(({ label }) => label ?? [])]
  assert.ok(typeof texts === 'object' && texts !== null)
  for (const label of labels) assert.ok(label in texts, label)
})

const routesOf = (groups: ReturnType<typeof visibleMenu>) => groups.flatMap(({ entries }) => columnOf(entries, 'route'))

test('entries that the account may not see are left out, and so are empty groups', () => {
  const onlyPorts = visibleMenu((privilege) => privilege === 'port_view')
  assert.deepEqual(routesOf(onlyPorts), ['/vno', '/vno/puertos', '/vno/configuracion/avisos'])
  assert.deepEqual(routesOf(visibleMenu(() => false)), ['/vno', '/vno/configuracion/avisos'])
})

test('an entry of several screens leads to the first permitted one, and shows no other', () => {
  const [people] = visibleMenu((privilege) => privilege === 'invitations_view').flatMap(({ entries }) =>
    entries.filter(({ icon }) => icon === 'people'),
  )
  assert.equal(people?.route, '/vno/invitaciones')
  assert.deepEqual(columnOf(people?.under ?? [], 'route'), ['/vno/invitaciones'])
  assert.ok(people && isWithin(people, '/vno/invitaciones/7') && !isWithin(people, '/vno/tecnicos'))
})

test('a user who sees the accesses of every operator is not offered the narrower list of one operator', () => {
  const accesses = (base: 'admin' | 'adminVNO') =>
    visibleMenu((privilege) => allows(defaultPrivileges(base), privilege))
      .flatMap(({ entries }) => entries)
      .find(({ icon }) => icon === 'accesses')
  const [neutral, vno] = [accesses('admin'), accesses('adminVNO')]
  assert.deepEqual([neutral?.route, neutral?.under?.length], ['/vno/accesos/consulta', 1])
  assert.deepEqual([vno?.route, vno?.under?.length], ['/vno/accesos', 1])
  assert.ok(neutral && isWithin(neutral, '/vno/accesos/7') && vno && isWithin(vno, '/vno/accesos/7'))
})

test('an administrator has the four entries of the bottom bar', () => {
  const privileges = defaultPrivileges('adminVNO')
  const visible = visibleMenu((privilege) => allows(privileges, privilege))
  const routes = columnOf(phoneEntries(visible), 'route')
  assert.deepEqual(routes, ['/vno', '/vno/intervenciones', '/vno/ctos', '/vno/puertos'])
})

test('a screen requires its own privilege, and a creation screen the privilege to create', () => {
  const only =
    (...held: string[]) =>
    (path: string) =>
      mayOpen(path, (privilege) => held.includes(privilege))
  for (const path of ['/vno', '/vno/perfil', '/vno/configuracion/interfaz']) assert.ok(only()(path), path)
  for (const path of ['/vno/ctos', '/vno/ctos/', '/vno/mapa', '/vno/ctos/7']) assert.ok(only('cto_view')(path), path)
  for (const path of ['/vno/puertos', '/vno/ctos/nueva', '/vno/ctos/7/editar', '/vno/accesos/consulta'])
    assert.ok(!only('cto_view')(path), path)
  assert.ok(only('cto_create')('/vno/ctos/nueva') && only('retrieve-access_view')('/vno/accesos/consulta'))
})

test('every list with a screen of its own stands in the menu, after the screen that it names', () => {
  for (const { at, after } of listMenu) {
    const under = entries.find((entry) => entry.under?.some(({ route }) => route === `/vno${at}`))?.under ?? []
    const routes = columnOf(under, 'route')
    assert.ok(routes.indexOf(`/vno${after}`) >= 0, `${at} after ${after}`)
    assert.ok(routes.indexOf(`/vno${at}`) > routes.indexOf(`/vno${after}`), `${at} after ${after}`)
  }
})
