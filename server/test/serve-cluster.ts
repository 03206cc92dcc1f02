/**
 * Serves a fresh cluster for a test run: prints its address, and removes it when its input closes. With `system` it uses the
 * machine's own PostgreSQL; without one it prints nothing.
 */
import { startCluster } from './cluster.ts'
import { startSystemCluster, systemPrograms } from './system-postgres.ts'

const programs = process.argv[2] === 'system' ? systemPrograms() : undefined
if (programs === null) process.exit(0)
const cluster = programs ? await startSystemCluster(programs) : await startCluster()
process.stdout.write(`${cluster.url}\n`)
process.stdin.resume()
process.stdin.once('close', () => void cluster.close().then(() => process.exit(0)))
// Ctrl-C reaches this process too, but the run's tests must end first: the closed input tells when.
process.on('SIGINT', () => {})
