/**
 * `npm run admin`: a one-time code with which another administrator of the neutral operator signs up.
 * `npm run admin -- link <address>`: one that its person enters while signed in at a foreign issuer, to be known by it.
 * `npm run admin -- passkeys <address>`: removes a user's passkeys and recovery codes.
 * `npm run admin -- agreement <terms|privacy|prl> <title> <file.html> [optional]`: publishes the next version of an agreement.
 * `npm run admin -- release <web|android|ios> <version> <optional|mandatory> [store address] [notes]`: tells clients of a version.
 */
import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { publishRelease } from './areas/system/release.ts'
import { makeEntryCode } from './auth/entry-code.ts'
import { publishAgreement } from './auth/agreement.ts'
import { removeSecondFactor } from './auth/factor-removal.ts'
import { withRunningOrStarted } from './backup/connect.ts'
import { readConfig } from './config.ts'
import { DatabaseClient, linked } from './kernel/sql/client.ts'
import { ownerSession } from './db/open.ts'
import { terminalLog } from './log.ts'

// Created files are private, whatever the shell's umask.
process.umask(0o077)

const log = terminalLog()

async function link(client: pg.Client, address: string | undefined): Promise<string> {
  const { rows } = await client.query<{ id: number }>('select id::int from app_user where email = lower($1)', [
    address ?? '',
  ])
  if (!rows[0])
    throw new Error('Indica el correo de una persona que ya tenga cuenta: npm run admin -- link ana@ejemplo.es')
  return `Código para unir esa cuenta, una vez y durante un día: ${await makeEntryCode(client, 'link', rows[0].id)}`
}

async function passkeys(client: pg.Client, address = ''): Promise<string> {
  const removed = await removeSecondFactor(client, address)
  if (removed === null)
    throw new Error('Indica el correo de una persona que tenga cuenta: npm run admin -- passkeys ana@ejemplo.es')
  if (removed === 0) return 'Esa persona no tiene ninguna llave de acceso.'
  return `Llaves de acceso borradas: ${removed}. Sus sesiones se han cerrado y se le ha avisado por correo.`
}

async function agreement(client: pg.Client, [kind, title, file, mode]: string[]): Promise<string> {
  if (!kind || !title || !file)
    throw new Error('npm run admin -- agreement terms "Condiciones de uso" condiciones.html')
  const html = await readFile(file, 'utf8')
  const version = await publishAgreement(client, { kind, title, html, mandatory: mode !== 'optional' })
  return `Publicada la versión ${version}. Quien tenga que aceptarla la verá en su próxima petición.`
}

async function release(client: pg.Client, [platform, version, mode = '', storeUrl, notes]: string[]): Promise<string> {
  if (!platform || !version || !['optional', 'mandatory'].includes(mode))
    throw new Error('npm run admin -- release android 1.0.20 optional https://tienda.ejemplo/hilo "Corrige la cámara."')
  await publishRelease(client, { platform, version, mandatory: mode === 'mandatory', storeUrl, notes })
  return `Publicada la versión ${version} de ${platform}. Cada aplicación lo sabrá en una hora como mucho.`
}

async function act(client: pg.Client): Promise<string> {
  const [command, ...words] = process.argv.slice(2)
  if (command === undefined) return `Código de alta, una vez y durante un día: ${await makeEntryCode(client, 'admin')}`
  if (command === 'link') return await link(client, words[0])
  if (command === 'passkeys') return await passkeys(client, words[0])
  if (command === 'agreement') return await agreement(client, words)
  if (command === 'release') return await release(client, words)
  throw new Error(`No se entiende «${command}». Se puede: nada, link, passkeys, agreement o release.`)
}

try {
  await withRunningOrStarted(readConfig(process.env), log, async (connectionString) => {
    const client = new DatabaseClient(linked(connectionString, { session: ownerSession }))
    await client.connect()
    try {
      log.info(await act(client))
    } finally {
      await client.end()
    }
  })
} catch (error) {
  log.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
