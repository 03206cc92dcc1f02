import { Problem } from '@hilo/domain/problem.ts'
import type { ReadHandler } from '../../../kernel/handler.ts'
import { auditList } from './list.ts'
import { verify } from './verify.ts'

export const audit = {
  'admin_vno/audit/verify': (async ({ principal, sql }, asked) => {
    if (principal.account_type !== 'ad') throw new Problem('PRIVILEGE_DENIED')
    const record = await verify(sql, asked)
    return { result_flag: record.ok ? 1 : 2, record }
  }) satisfies ReadHandler<'admin_vno/audit/verify'>,
}
export const auditLists = { 'admin_vno/audit/get': auditList }
