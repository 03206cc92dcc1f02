import type { UserInfo } from '@hilo/contract/account/account.ts'
import { accountStatus } from '@hilo/domain/status.ts'
import { formatDate } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'

type Row = readonly [name: string, value: string | null | undefined]

function technicianRows(account: NonNullable<UserInfo['technical_account']>): Row[] {
  return [
    ['contractor', account.contractor?.name],
    ['employee_code', account.employee_code],
    ['prl_valid_until', account.prl_valid_until && formatDate(account.prl_valid_until)],
  ]
}

/** Known personal data by text key; unknown values are left out. */
export function profileRows(info: UserInfo): [string, string][] {
  const account = info.vno_admin_account ?? info.admin_account ?? info.technical_account
  const vno = info.vno_admin_account?.vno ?? info.technical_account?.vno
  const status = accountStatus.of(account?.status)
  const rows: Row[] = [
    ['vno', vno && `${vno.name} (${vno.externalId})`],
    ['role', account?.role?.name],
    ['status', status && text(status.label)],
    ...(info.technical_account && account === info.technical_account ? technicianRows(info.technical_account) : []),
  ]
  return rows.flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []))
}
