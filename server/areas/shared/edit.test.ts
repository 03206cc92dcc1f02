import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contract } from '@hilo/contract/index.ts'
import { columnsOf, edited, inputColumns, insertStatement, lockStatement } from './edit.ts'

describe('a record whose columns are the fields of its inputs', () => {
  const edit = 'admin_vno/contractors/edit'
  const stored = { table: 'contractor', feed: 'contractors', operator: 'vno_id', columns: inputColumns(edit) }

  it('every field of the input is a column, except what names the record, its version, operator and request', () => {
    const { shape } = contract[edit].input as unknown as { shape: object }
    assert.deepEqual([...stored.columns, 'id', 'version', 'client_request_id'].sort(), Object.keys(shape).sort())
    assert.deepEqual(inputColumns('admin_vno/contractors/create'), ['name', 'cif'])
  })

  it('what is locked and inserted names each of its columns', () => {
    for (const column of stored.columns) assert.match(lockStatement(stored), new RegExp(`\\b${column}\\b`))
    assert.match(
      insertStatement(stored, ['name', 'cif']),
      /\(vno_id, [^)]*name, cif\)\s+select v\.id, \$2, [^$]*\$3, \$4 /,
    )
  })

  it('a missing field is null when created and keeps its value when edited; null removes the value', () => {
    assert.deepEqual(columnsOf(['name', 'cif'], { name: 'Uno' }), { name: 'Uno', cif: null })
    const before = { id: 1, name: 'Uno', cif: 'B12345674' }
    assert.deepEqual(edited(before, { name: 'Dos' }, ['name', 'cif']), { ...before, name: 'Dos' })
    assert.deepEqual(edited(before, { cif: null }, ['name', 'cif']), { ...before, cif: null })
    assert.deepEqual(edited(before, { name: undefined }, ['name', 'cif']), before)
  })
})
