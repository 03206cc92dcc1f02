/** The help texts of tables match the loads. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract } from '@hilo/contract/index.ts'
import { loadColumns, loadKinds, templateRows, type LoadKind } from '@hilo/domain/load-columns.ts'
import * as z from 'zod/mini'
import { networkLists } from '../areas/loads/calls.ts'
import { columns as accesses, list as accessList } from '../areas/orders/load-accesses.ts'
import { columns as orders, list as orderList } from '../areas/orders/load-orders.ts'
import { columns as technicals, list as technicalList } from '../areas/people/technicals/load.ts'
import { enrollmentColumns as enrollments } from '../process/enrolment/enrollment-file.ts'
import { ctoColumns as cto } from '../process/network/cto-columns.ts'
import { dropColumns as drop } from '../process/network/drops.ts'
import { oltColumns as olt, ponColumns as pon } from '../process/network/olts.ts'
import { portColumns as port } from '../process/network/ports.ts'
import { columnText } from '../kernel/texts.ts'
import type { Columns } from './column.ts'
import { matchHeads, type Downloaded } from './columns.ts'
import { readRow } from './read-row.ts'

const read: Readonly<Record<LoadKind, Columns>> = {
  olt,
  pon,
  cto,
  port,
  drop,
  orders,
  accesses,
  technicals,
  enrollments,
}

for (const kind of loadKinds)
  test(`${kind}: every column has a known heading, its mandatory flag and a valid example`, () => {
    const said = loadColumns[kind]
    const columns = read[kind]
    assert.deepEqual(said.map(({ name }) => name).sort(), Object.keys(columns).sort())
    const [heads, example] = templateRows(kind)
    const [matching = new Map<string, string>()] = matchHeads({ heads, derived: [] }, [{ columns }])
    for (const { name, head, needed } of said) {
      assert.equal(matching.get(head), name)
      const optional = z.safeParse(columns[name]?.schema ?? z.never(), undefined).success
      assert.equal(needed === 'always', !optional, name)
    }
    const values = Object.fromEntries(heads.map((head, at) => [head, example[at] ?? '']))
    const row = readRow({ columns, matching }, { line: 2, values, tooMany: false })
    assert.ok('values' in row, 'fault' in row ? row.fault : '')
  })

const lists: readonly [LoadKind, keyof typeof contract & `${string}/get`, Downloaded][] = [
  ['technicals', 'admin_vno/technicals/get', technicalList],
  ['orders', 'admin_vno/orders/get', orderList],
  ['accesses', 'admin_vno/accesses/get', accessList],
  ['cto', 'admin_vno/ctos/get', networkLists.cto],
  ['port', 'admin_vno/ports/get', networkLists.port],
  ['drop', 'admin_vno/drops/get', networkLists.drop],
]
for (const [kind, path, list] of lists)
  test(`${kind}: its download is a table that is understood, by wire names and by Spanish heads alike`, () => {
    const spec = contract[path]
    assert.ok('list' in spec)
    const names = Object.keys(spec.list.columns)
    const area = path.split('/')[1] ?? ''
    const heads = names.map((name) => columnText(area, name))
    const sets = [{ columns: read[kind], list }]
    const [byName = new Map<string, string>()] = matchHeads({ heads: names, derived: [] }, sets)
    const [byHead = new Map<string, string>()] = matchHeads({ heads, derived: [] }, sets)
    assert.deepEqual([...byHead.values()], [...byName.values()])
    assert.ok(byHead.size >= 3)
    // A word for a code in a table and for a name in the list is read with the list's meaning.
    if (list.has('operador')) assert.ok(!byHead.has('Operador'))
  })
