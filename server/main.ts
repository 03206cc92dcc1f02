/** The only file that starts anything: settings, database, demonstration data, sign-in, server; and stops it all again. */
import { buildApp } from './app.ts'
import { demonstrationAccounts, demonstrationPassword } from './auth/demonstration.ts'
import { openAuth } from './auth/auth.ts'
import { readConfig, type Config } from './config.ts'
import { openDatabase } from './db/open.ts'
import { terminalLog } from './log.ts'
import { isEmpty, seed } from './seed/index.ts'

const log = terminalLog()
/** In the order of opening; stopped from the last to the first. */
const opened: { name: string; close(): Promise<unknown> }[] = []
let stopping = false

/** Stops everything in order. A second signal, or 70 s, ends the process as it is: nothing confirmed is lost by that. */
async function stop(code: number): Promise<void> {
  if (stopping) process.exit(code || 1)
  stopping = true
  setTimeout(() => process.exit(1), 70_000).unref()
  for (const { name, close } of opened.toReversed())
    await close().catch((error: unknown) => log.error(`No se pudo cerrar ${name}.`, { error }))
  process.exit(code)
}

function fail(error: unknown): void {
  log.error(`Hilo se detiene: ${error instanceof Error ? error.message : String(error)}`)
  for (let cause = error; cause instanceof Error; cause = cause.cause) log.error(cause.stack ?? cause.message)
  void stop(1)
}

async function start(config: Config): Promise<void> {
  const db = await openDatabase(config, log, { lost: fail })
  opened.push({ name: 'la base de datos', close: db.close })
  if (config.seed !== 'none' && (await isEmpty(db))) {
    log.info('Se cargan los datos de demostración…')
    await seed(db, { size: config.seed, log, ...(config.ports && { ports: config.ports }) })
  }
  const auth = await openAuth({ config, db, log })
  const app = await buildApp({ config, db, log, auth })
  opened.push({ name: 'el servidor', close: () => app.close() })
  await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw new Error(explainListen(config, error), { cause: error })
  })
  announce(config)
}

function explainListen({ host, port }: Config, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE') return `El puerto ${port} ya está en uso. Cierra el otro programa o elige otro con PORT.`
  if (code === 'EACCES') return `No hay permiso para usar el puerto ${port}. Elige otro con PORT.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `Este equipo no tiene la dirección ${host}. Revisa HOST.`
  return `No se puede atender en ${host}:${port}.`
}

function announce(config: Config): void {
  log.info(`\nHilo ${config.version} está en ${config.publicUrl.origin}`)
  if (config.demo) {
    log.info(`\nModo de demostración. Contraseña de todas las cuentas: ${demonstrationPassword}`)
    for (const { email } of demonstrationAccounts) log.info(`  ${email}`)
  }
  log.info('\nCtrl-C para terminar.')
}

process.on('SIGINT', () => void stop(0))
process.on('SIGTERM', () => void stop(0))
process.on('SIGHUP', () => void stop(0))
// `npm start` died without passing a signal on.
process.on('disconnect', () => void stop(0))
// A closed terminal must not keep the rest from being stopped in order.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})
process.on('unhandledRejection', fail)
process.on('uncaughtException', fail)

try {
  await start(readConfig(process.env))
} catch (error) {
  // What is wrong with the settings or the machine is told in one sentence; anything else with its trace.
  log.error(`\n${error instanceof Error ? error.message : String(error)}`)
  if (error instanceof Error && error.cause instanceof Error) log.error(`(${error.cause.message})`)
  await stop(1)
}
