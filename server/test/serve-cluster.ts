/** Serves a fresh cluster for a test run: prints its address, and ends and removes it when its input closes. */
import { startCluster } from './cluster.ts'

const cluster = await startCluster()
process.stdout.write(`${cluster.url}\n`)
process.stdin.resume()
process.stdin.once('close', () => void cluster.close().then(() => process.exit(0)))
// Ctrl-C reaches this process as well, but the run's tests must end first: the closed input tells when.
process.on('SIGINT', () => {})
