/** What people are told of the tables is what the loads read. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadColumns, loadKinds, templateRows, type LoadKind } from '@hilo/domain/load-columns.ts'
import * as z from 'zod/mini'
import { columns as accesses } from '../areas/orders/load-accesses.ts'
import { columns as orders } from '../areas/orders/load-orders.ts'
import { columns as technicals } from '../areas/technicals/load.ts'
import { enrollmentColumns as enrollments } from '../process/enrollment-file.ts'
import { ctoColumns as cto } from '../process/network/cto-columns.ts'
import { dropColumns as drop } from '../process/network/drops.ts'
import { oltColumns as olt, ponColumns as pon } from '../process/network/olts.ts'
import { portColumns as port } from '../process/network/ports.ts'
import { matchHeads, readRow, type Columns } from './columns.ts'

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
  test(`${kind}: every column, by a head that is known, mandatory where it is, with an example that is taken`, () => {
    const said = loadColumns[kind]
    const columns = read[kind]
    assert.deepEqual(said.map(({ name }) => name).sort(), Object.keys(columns).sort())
    const [heads, example] = templateRows(kind)
    const [matching = new Map<string, string>()] = matchHeads({ heads, derived: [] }, [columns])
    for (const { name, head, needed } of said) {
      assert.equal(matching.get(head), name)
      const optional = z.safeParse(columns[name]?.schema ?? z.never(), undefined).success
      assert.equal(needed === 'always', !optional, name)
    }
    const values = Object.fromEntries(heads.map((head, at) => [head, example[at] ?? '']))
    const row = readRow(columns, matching, [], { line: 2, values, tooMany: false })
    assert.ok('values' in row, 'fault' in row ? row.fault : '')
  })
