import type { RecordOf } from '@hilo/contract/index.ts'
import { authorOf } from '../../../kernel/sql/author.ts'
import { unique } from '../../../kernel/sql/constraints.ts'
import { ownVno } from '../../../kernel/list/viewer.ts'
import type { WriteHandler } from '../../../kernel/handler.ts'
import {
  columnsOf,
  edited,
  inputColumns,
  insertStatement,
  lockedRecord,
  lockStatement,
  recordAnswer,
  writeChanged,
  type InputColumn,
} from '../../shared/edit.ts'
import { operatorOf } from '../../shared/operator.ts'
import { contractorList } from './list.ts'

type Column = InputColumn<'admin_vno/contractors/edit'>
type Contractor = Pick<RecordOf<'admin_vno/contractors/get'>, 'id' | 'version' | 'vno_id' | Column>

const stored = {
  table: 'contractor',
  feed: 'contractors',
  operator: 'vno_id',
  columns: inputColumns('admin_vno/contractors/edit'),
} as const
const newColumns = inputColumns('admin_vno/contractors/create')
const insert = insertStatement(stored, newColumns)
const lock = lockStatement(stored)

export const contractors = {
  'admin_vno/contractors/create': (async (context, input) => {
    const { principal, sql, audit } = context
    const vnoId = operatorOf(principal, input.vno_id)
    const values = columnsOf(newColumns, input)
    const parameters = [vnoId, JSON.stringify(authorOf(principal)), ...Object.values(values)]
    // 0 if there is no such operator; then the answer finds no record either.
    const id = Number(await unique(sql.json(insert, parameters)))
    audit({ entity: 'contractor', entityId: id, after: { vno_id: vnoId, ...values } })
    return recordAnswer(context, contractorList, id)
  }) satisfies WriteHandler<'admin_vno/contractors/create'>,

  'admin_vno/contractors/edit': (async (context, input) => {
    const { principal, sql, audit } = context
    const row = await sql.json(lock, [input.id, ownVno(principal)])
    const { version: _, ...before } = await lockedRecord<Contractor>(context, contractorList, input, row)
    const after = edited(before, input, stored.columns)
    await unique(writeChanged(sql, stored, before, after))
    audit({ entity: 'contractor', entityId: input.id, before, after })
    return recordAnswer(context, contractorList, input.id)
  }) satisfies WriteHandler<'admin_vno/contractors/edit'>,
}
