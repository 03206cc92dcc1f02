import type pg from 'pg'

/** Accounts of the demonstration's seed, offered on its login page. */
export const demonstrationAccounts: readonly { email: string; label: string }[] = [
  { email: 'admin@norte.test', label: 'issuer.demo.admin_norte' },
  { email: 'gestor@norte.test', label: 'issuer.demo.gestor_norte' },
  { email: 'tecnico@norte.test', label: 'issuer.demo.tecnico_norte' },
  { email: 'admin@sur.test', label: 'issuer.demo.admin_sur' },
  { email: 'tecnico@sur.test', label: 'issuer.demo.tecnico_sur' },
  { email: 'operador@hilo.test', label: 'issuer.demo.operador' },
]
/** Whether its data have been loaded into this database. */
export async function hasDemonstration(owner: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const addresses = demonstrationAccounts.map(({ email }) => email)
  const { rowCount } = await owner.query('select from app_user where email = any ($1) limit 1', [addresses])
  return rowCount === 1
}

/** Public: it exists in demonstration mode only. */
export const demonstrationPassword = 'hilo-demo-2026'
