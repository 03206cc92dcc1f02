/** Accounts of the demonstration's seed, offered on its login page. */
export const demonstrationAccounts: readonly { email: string; label: string }[] = [
  { email: 'admin@norte.test', label: 'issuer.demo.admin_norte' },
  { email: 'gestor@norte.test', label: 'issuer.demo.gestor_norte' },
  { email: 'tecnico@norte.test', label: 'issuer.demo.tecnico_norte' },
  { email: 'admin@sur.test', label: 'issuer.demo.admin_sur' },
  { email: 'tecnico@sur.test', label: 'issuer.demo.tecnico_sur' },
  { email: 'operador@hilo.test', label: 'issuer.demo.operador' },
]
/** Public: it exists in demonstration mode only. */
export const demonstrationPassword = 'hilo-demo-2026'
