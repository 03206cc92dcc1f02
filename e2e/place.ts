/** Where the run's server listens and keeps its data: the same for the configuration and for every worker. */
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')
export const port = Number(process.env['HILO_E2E_PORT'] ?? 3800)
export const address = `http://127.0.0.1:${port}`
export const dataDir = process.env['HILO_E2E_DATA'] ?? join(root, '.cache', 'e2e-data')
