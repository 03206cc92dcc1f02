import assert from 'node:assert/strict'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from './db/open.ts'
import { explain } from './failure.ts'
import { silentLog } from './log.ts'
import { freePort } from './test/free-port.ts'
import { startTestDatabase } from './test/database.ts'

/** What the start says when it cannot open this database. */
const said = async (config: { dataDir?: string; databaseUrl?: string }) =>
  await openDatabase({ dataDir: '', ...config }, silentLog).then(
    () => 'it opened',
    (error: unknown) => explain(error),
  )
/** Sentences, and the technical reason in brackets; no stack. */
const isSaid = (text: string, sentence: RegExp) => {
  assert.match(text, sentence)
  assert.doesNotMatch(text, /^ {4}at /m)
  for (const line of text.split('\n')) assert.match(line, /^\(.*\)$|^[A-ZÁÉÍÓÚÑ/].*\.$/)
}

test('a database that cannot be opened: why, and what to do', async () => {
  const db = await startTestDatabase()
  try {
    const changed = (change: (url: URL) => void) => {
      const url = new URL(db.ownerUrl)
      change(url)
      return url.href
    }
    const silent = `postgres://hilo:x@127.0.0.1:${await freePort()}/hilo`
    const cases: [string, RegExp][] = [
      [silent, /no responde en 127\.0\.0\.1:\d+\. Mira si está en marcha/],
      [`postgres://hilo:x@localhost:${await freePort()}/hilo`, /no responde en .*:\d+\. Mira si está en marcha/],
      [`postgres://hilo:x@127.0.0.1:1,127.0.0.1:${await freePort()}/hilo`, /Ninguno de los servidores de DATABASE_URL/],
      ['postgres://hilo:x@no-existe.invalid/hilo', /No se encuentra el equipo no-existe\.invalid\. Revisa la red/],
      [changed((url) => (url.password = 'otra')), /no deja entrar con el nombre y la contraseña de DATABASE_URL/],
      [changed((url) => (url.password = '')), /pide una contraseña y DATABASE_URL no la lleva/],
      [changed((url) => (url.pathname = '/no_existe')), /no existe\. Créala \(createdb\) o corrige su nombre/],
      [changed((url) => url.searchParams.set('sslmode', 'require')), /no cifra las conexiones/],
    ]
    for (const [databaseUrl, sentence] of cases) isSaid(await said({ databaseUrl }), sentence)
  } finally {
    await db.close()
  }
})

test('a data folder that cannot be used: why, and what to do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hilo-failure-'))
  const file = join(folder, 'archivo')
  await writeFile(file, '')
  isSaid(await said({ dataDir: file }), /archivo no es una carpeta\. Elige otra carpeta con DATA_DIR/)
  isSaid(await said({ dataDir: join(file, 'dentro') }), /no es una carpeta\. Elige otra carpeta con DATA_DIR/)
})

const error = (message: string, fields: object = {}) => Object.assign(new Error(message), fields)

test('errors of the machine have a sentence with what to do', () => {
  const noSpace = error('ENOSPC: no space left on device, write', { code: 'ENOSPC' })
  isSaid(explain(noSpace), /^No queda sitio en el disco\. Libera espacio/)
  isSaid(explain(error('could not extend file', { code: '53100' })), /^No queda sitio en el disco/)
  isSaid(explain(error('EMFILE: too many open files', { code: 'EMFILE' })), /ulimit -n/)
  isSaid(explain(error('sorry, too many clients already', { code: '53300' })), /max_connections/)
  isSaid(explain(error('Connection terminated unexpectedly')), /no responde\. Mira si está en marcha/)
})

test('the product’s own sentence is said as it is, with the reason of what caused it', () => {
  isSaid(explain(new Error('Elige otro puerto con PORT.')), /^Elige otro puerto con PORT\.$/)
  const caused = new Error('Elige otra carpeta.', { cause: error('EACCES: permission denied', { code: 'EACCES' }) })
  isSaid(explain(caused), /^Elige otra carpeta\.\n\(EACCES: permission denied\)$/)
})

test('an unknown error is introduced in Spanish and keeps its stack', () => {
  for (const fault of [new TypeError('x is not a function'), new Error('a row without its outcome')])
    assert.match(explain(fault), /^Ha fallado algo que no se esperaba\..*\n.*(x is not|a row without)[^]* {4}at /)
  assert.match(explain('text'), /^Ha fallado algo que no se esperaba\..*\ntext$/)
})
