/** Entry point: starts settings, database, demonstration data, sign-in and server, and stops them again. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { buildApp } from './app.ts'
import { demonstrationPassword, presentAccounts, type DemonstrationAccount } from './auth/demonstration.ts'
import { openAuth } from './auth/auth.ts'
import { entryPage, firstCode } from './auth/entry-code.ts'
import { forgetAgain } from './auth/forget.ts'
import { redirects } from './auth/redirects.ts'
import { readConfig, type Config } from './config.ts'
import { openDatabase } from './db/open.ts'
import { explain } from './failure.ts'
import { openFiles } from './files/open.ts'
import { startJobs } from './jobs/jobs.ts'
import { terminalLog } from './log.ts'
import { openPlant } from './plant/open.ts'
import { openReader } from './plant/reader.ts'
import { startWatch } from './process/watching/watch.ts'
import { isEmpty, loadingDemonstration, seedInProcess } from './seed/seed-process.ts'
import { patient } from './kernel/patience.ts'

// Created files are private, whatever the shell's umask.
process.umask(0o077)

const log = terminalLog()
/** In order of opening; closed in reverse. */
const opened: { name: string; close(): Promise<unknown> }[] = []
let stopping = false
let signalledAt = 0
const sameSignalMs = 1000
/** Deadlines of a stop: requests and jobs end first; then the database is cut; then the process exits. */
const cutAfterMs = patient(9_000)
const leaveAfterMs = patient(14_000)
let cut = (): void => undefined

async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  setTimeout(() => cut(), cutAfterMs).unref()
  setTimeout(() => process.exit(1), leaveAfterMs).unref()
  for (const { name, close } of opened.toReversed())
    await close().catch((error: unknown) => log.error(`No se pudo cerrar ${name}.`, { error }))
  process.exit(code)
}

/** Terminal, npm and a watcher may each deliver the same signal; a later one means "at once" and loses nothing. */
function onSignal(): void {
  if (stopping && Date.now() - signalledAt > sameSignalMs) process.exit(1)
  if (!stopping) signalledAt = Date.now()
  void stop(0)
}

/** Errors caused by the stop are not reported. */
function fail(error: unknown): void {
  if (stopping) return
  const explanation = explain(error)
  log.error(`\nHilo se detiene. ${explanation}`)
  // Such an error was not awaited by the code that caused it, so its place is needed too.
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const stack = cause.stack ?? cause.message
    if (!explanation.includes(stack)) log.error(stack)
  }
  void stop(1)
}

async function start(config: Config): Promise<void> {
  const opening = openDatabase(config, log, { lost: fail })
  // Registered before it is open, so that an interruption during the start also stops the cluster.
  opened.push({
    name: 'la base de datos',
    close: () =>
      opening.then(
        (db) => db.close(),
        () => {},
      ),
  })
  const db = await opening
  ;({ cut } = db)
  // Before loading the data, which may take minutes.
  await claimPort(config)
  const store = await openFiles(config, log)
  if (config.seed !== 'none' && (await isEmpty(db))) {
    log.progress(loadingDemonstration)
    const loading = seedInProcess(db, config, process.env)
    opened.push({ name: 'la carga de datos', close: loading.close })
    await loading.done
  }
  const again = await forgetAgain(db.owner, store)
  if (again > 0)
    log.info(`Una copia anterior traía de vuelta a ${again} personas dadas de baja; se han borrado otra vez.`)
  const plant = openReader(openPlant(config, db), db)
  const field = { db, reader: plant, plant: plant.plant, config, log }
  if (config.works) {
    const jobs = await startJobs(field, store)
    opened.push({ name: 'el trabajo en segundo plano', close: jobs.stop })
    const watch = startWatch(field)
    opened.push({ name: 'la vigilancia de las OLT', close: () => watch.stop() })
  }
  const auth = await openAuth({ config, db, log })
  await auth.checkIssuer()
  const app = await buildApp({ config, db, log, auth, store, plant })
  opened.push({ name: 'el servidor', close: () => app.close() })
  await app.listen({ host: config.host, port: config.port }).catch(explainListen(config))
  // The start leaves 30 MB of garbage and as much free heap: released in one collection of less than 0.1 s.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  announce(config, { accounts: await presentAccounts(config, db.owner), code: await firstCode(db.owner) })
}

/** Binds the port and releases it: detects a conflict early. */
async function claimPort(config: Config): Promise<void> {
  const probe = createServer().listen({ host: config.host, port: config.port })
  await once(probe, 'listening').catch(explainListen(config))
  probe.close()
  await once(probe, 'close')
}

function explainListen({ host, port }: Config): (error: unknown) => never {
  const texts: Record<string, string> = {
    EADDRINUSE: `El puerto ${port} ya está en uso. Cierra el otro programa o elige otro con PORT.`,
    EACCES: `No hay permiso para usar el puerto ${port}. Elige otro con PORT.`,
    EADDRNOTAVAIL: `Este equipo no tiene la dirección ${host}. Revisa HOST.`,
    ENOTFOUND: `Este equipo no tiene la dirección ${host}. Revisa HOST.`,
  }
  return (error) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new Error(texts[code] ?? `No se puede atender en ${host}:${port}.`, { cause: error })
  }
}

interface Announced {
  /** Accounts of the demonstration. */
  accounts: readonly DemonstrationAccount[]
  /** Of the first administrator; null once there is one. */
  code: string | null
}

function announce(config: Config, { accounts, code }: Announced): void {
  log.info(`\nHilo ${config.version} está en ${config.publicUrl.origin}`)
  if (accounts.length > 0) {
    log.info(`\nModo de demostración. Contraseña de todas las cuentas: ${demonstrationPassword}`)
    for (const { email } of accounts) log.info(`  ${email}`)
  }
  if (config.issuer) {
    const { web, native, afterLogout } = redirects(config.publicUrl)
    log.info(`\nSe entra por ${config.issuer.url}, que tiene que conocer estas direcciones:`)
    log.info(
      `  vuelta del navegador: ${web}\n  vuelta de la aplicación: ${native.join(' y ')}\n  después de salir: ${afterLogout}`,
    )
  }
  if (code !== null) {
    log.info(
      '\nTodavía no hay nadie en el operador neutro. La primera persona se da de alta con este código, que sirve una vez',
    )
    log.info(`y durante un día; cada arranque da otro: ${code}`)
    log.info(`Se escribe en ${entryPage(config)}`)
  }
  log.info('\nCtrl-C para terminar.')
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
// `npm start` died without passing a signal on.
process.on('disconnect', () => void stop(0))
// A closed terminal must not prevent an orderly stop.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})
process.on('unhandledRejection', fail)
process.on('uncaughtException', fail)

try {
  await start(readConfig(process.env))
} catch (error) {
  if (!stopping) log.error(`\n${explain(error)}`)
  await stop(1)
}
