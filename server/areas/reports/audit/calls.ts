import { onlyNeutral } from '../../../kernel/principal.ts'
import type { ReadHandler } from '../../../kernel/handler.ts'
import { auditList } from './list.ts'
import { verify } from './verify.ts'

export const audit = {
  'admin_vno/audit/verify': (async ({ principal, sql }, asked) => {
    onlyNeutral(principal)
    const record = await verify(sql, asked)
    return { result_flag: record.ok ? 1 : 2, record }
  }) satisfies ReadHandler<'admin_vno/audit/verify'>,
}
export const auditLists = { 'admin_vno/audit/get': auditList }
