import type pg from 'pg'
import type { Config } from '../config.ts'
import { withoutSession } from './sessions.ts'

export interface DemonstrationAccount {
  email: string
  /** Key of its text. */
  label: string
}

/** Accounts of the demonstration's seed. */
export const demonstrationAccounts: readonly DemonstrationAccount[] = [
  { email: 'admin@norte.test', label: 'issuer.demo.admin_norte' },
  { email: 'gestor@norte.test', label: 'issuer.demo.gestor_norte' },
  { email: 'tecnico@norte.test', label: 'issuer.demo.tecnico_norte' },
  { email: 'admin@sur.test', label: 'issuer.demo.admin_sur' },
  { email: 'tecnico@sur.test', label: 'issuer.demo.tecnico_sur' },
  { email: 'operador@hilo.test', label: 'issuer.demo.operador' },
]
/** Those that this database has: none outside demonstration mode, and where the demonstration's data were not loaded. */
export async function presentAccounts(
  { demo }: Pick<Config, 'demo'>,
  pool: pg.Pool,
): Promise<readonly DemonstrationAccount[]> {
  if (!demo) return []
  const addresses = demonstrationAccounts.map(({ email }) => email)
  const text = 'select email from app_user where email = any ($1)'
  const { rows } = await withoutSession(pool, (client) => client.query<{ email: string }>(text, [addresses]))
  return demonstrationAccounts.filter(({ email }) => rows.some((row) => row.email === email))
}

/** Public: it exists in demonstration mode only. */
export const demonstrationPassword = 'hilo-demo-2026'
