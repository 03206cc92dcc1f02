/** What a list of one table refuses to be declared with. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { tableList } from './table-list.ts'

it('a sort that may be null needs a key that is never null', () => {
  const declare = (keys: object) => () =>
    tableList('admin_vno/technicals/get', {
      table: 'technical_account a',
      references: { vno: 'v' },
      keys: { zone: { sql: 'a.zones[1]' }, ...keys },
    })
  const employee_code = { sql: `coalesce(a.employee_code, '')` }
  const prl_valid_until = { sql: `coalesce(a.prl_valid_until, 'infinity')` }
  assert.throws(declare({ prl_valid_until }), /the sort "employee_code" may be null/)
  assert.throws(declare({ employee_code }), /the sort "prl_valid_until" may be null/)
})
