/** Address and data folder of the run's server: the same for the configuration and every worker. */
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')
export const port = Number(process.env['HILO_E2E_PORT'] ?? 3800)
export const address = `http://127.0.0.1:${port}`
export const dataDir = process.env['HILO_E2E_DATA'] ?? join(root, '.cache', 'e2e-data')
/** The small demonstration as it was loaded: `serve.ts` makes it once, and every other server of the run begins with a copy. */
export const demonstration = {
  database: 'demonstration',
  filesIn: (folder: string): string => join(folder, 'demonstration-files'),
}
/** A busy machine is slow, not wrong: the tests' servers give up nothing early. */
export const patience = { HILO_PATIENCE: '10' }
