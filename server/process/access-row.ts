/** New accesses and their codes, `AC28-01234567-4`. */
import { luhn } from '@hilo/domain/luhn.ts'
import { randomInt } from 'node:crypto'
import type { Tx } from '../kernel/sql/scope.ts'

interface NewAccess {
  vno_id: number
  cto_id: number
  port_id: number
  state: 'reservado' | 'en_alta' | 'activo'
  ont_serial?: string | null | undefined
  home?: object | null
  product?: object | null
  customer_ref?: string | null | undefined
  /** A code chosen by the caller; generated if absent. */
  code?: string | undefined
}

const insertAccess = `insert into access (code, vno_id, cto_id, port_id, state, ont_serial, home, product, customer_ref, activated_at)
  values ($1, $2, $3, $4, $5, $6, coalesce($7::jsonb, '{}'), coalesce($8::jsonb, '{}'), $9, case when $5 = 'activo' then app_now() end)
  on conflict (code) do nothing returning id`
const provinceOf = 'select left(ine_code, 2) from cto where id = $1'
const codeTries = 5

/** Inserts an access and returns its id; null if the chosen code is taken. */
export async function addAccess(sql: Tx, access: NewAccess): Promise<number | null> {
  const { vno_id, cto_id, port_id, state, ont_serial = null, home, product, customer_ref = null } = access
  const text = (value: object | null | undefined) => (value ? JSON.stringify(value) : null)
  const values = [vno_id, cto_id, port_id, state, ont_serial, text(home), text(product), customer_ref]
  const province = access.code === undefined ? await sql.json(provinceOf, [cto_id]) : null
  for (let attempt = 0; attempt < codeTries; attempt++) {
    const digits = String(randomInt(100_000_000)).padStart(8, '0')
    const code = access.code ?? `AC${province ?? '00'}-${digits}-${luhn(digits)}`
    const [made] = await sql.rows<{ id: number }>(insertAccess, [code, ...values])
    if (made) return made.id
    if (access.code !== undefined) return null
  }
  throw new Error('no free access code found')
}
