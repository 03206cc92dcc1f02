import { platform } from './index.ts'

const device = import.meta.env.VITE_NATIVE === '1' ? () => import('./capacitor/vault.ts') : null

/** Headers of every native request; the web sends none. Only the bearer token grants anything. */
export async function deviceHeaders(token: string, accountType: string): Promise<Record<string, string>> {
  if (device === null) return {}
  const { installation } = await device()
  return {
    apiaf: `${platform}/${__HILO_VERSION__}/${await installation()}`,
    ...(token !== '' && { Authorization: `Bearer ${token}` }),
    ...(accountType !== 'none' && { Account_type: accountType }),
  }
}
