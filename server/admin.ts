/**
 * `npm run admin`: a one-time code with which another administrator of the neutral operator signs up.
 * `npm run admin -- link <address>`: one with which its person ties an identity of a foreign issuer to the account.
 * `npm run admin -- passkeys <address>`: removes a user's passkeys and recovery codes.
 * `npm run admin -- agreement <terms|privacy|prl> <title> <file.html> [optional]`: publishes the next version of an agreement.
 * `npm run admin -- release <web|android|ios> <version> <optional|mandatory> [store address] [notes]`: tells clients of a version.
 */
import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { publishRelease } from './areas/system/release.ts'
import { entryPage, makeEntryCode } from './auth/entry-code.ts'
import { publishAgreement } from './auth/agreement.ts'
import { removeSecondFactor } from './auth/factor-removal.ts'
import { accountFor } from './auth/sessions.ts'
import { withRunningOrStarted } from './backup/connect.ts'
import { readConfig, type Config } from './config.ts'
import { DatabaseClient, linked } from './kernel/sql/client.ts'
import { ownerSession } from './db/open.ts'
import { runProgram } from './failure.ts'
import { terminalLog } from './log.ts'

// Created files are private, whatever the shell's umask.
process.umask(0o077)

const log = terminalLog()

async function administrator(client: pg.Client, config: Config): Promise<string> {
  return [
    `Código de alta, una vez y durante un día; el anterior deja de servir: ${await makeEntryCode(client, 'admin')}`,
    `Es para una persona más que administre el operador neutro. Se escribe en ${entryPage(config)}`,
  ].join('\n')
}

async function link(client: pg.Client, config: Config, address: string | undefined): Promise<string> {
  const { rows } = await client.query<{ id: number; name: string }>(
    'select id::int, name from app_user where email = lower($1)',
    [(address ?? '').trim()],
  )
  const [person] = rows
  if (!address)
    throw new Error('Indica el correo de una persona que ya tenga cuenta: npm run admin -- link ana@ejemplo.es')
  if (!person) throw new Error(`Ninguna cuenta tiene el correo «${address.trim()}».`)
  if ((await accountFor(client, person.id)) === null)
    throw new Error(
      `${person.name} no tiene ninguna cuenta con la que pueda entrar: está suspendida o cerrada, o lo está su operador.`,
    )
  const lines = [
    `Código para unir cuentas, una vez y durante un día; el anterior deja de servir: ${await makeEntryCode(client, 'link', person.id)}`,
    `Es para ${person.name}: une su cuenta de empresa a su cuenta de Hilo. Se escribe en ${entryPage(config)}`,
  ]
  if (!config.issuer)
    lines.push('Solo sirve con un emisor ajeno: aquí no hay OIDC_ISSUER y se entra con correo y contraseña.')
  return lines.join('\n')
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
    throw new Error('Se usa así: npm run admin -- agreement terms "Condiciones de uso" condiciones.html')
  const html = await readFile(file, 'utf8')
  const version = await publishAgreement(client, { kind, title, html, mandatory: mode !== 'optional' })
  return `Publicada la versión ${version}. Quien tenga que aceptarla la verá en su próxima petición.`
}

async function release(client: pg.Client, [platform, version, mode = '', storeUrl, notes]: string[]): Promise<string> {
  if (!platform || !version || !['optional', 'mandatory'].includes(mode))
    throw new Error(
      'Se usa así: npm run admin -- release android 1.0.20 optional https://tienda.ejemplo/hilo "Corrige la cámara."',
    )
  await publishRelease(client, { platform, version, mandatory: mode === 'mandatory', storeUrl, notes })
  return `Publicada la versión ${version} de ${platform}. Cada aplicación lo sabrá en una hora como mucho.`
}

async function act(client: pg.Client, config: Config): Promise<string> {
  const [command, ...words] = process.argv.slice(2)
  if (command === undefined) return await administrator(client, config)
  if (command === 'link') return await link(client, config, words[0])
  if (command === 'passkeys') return await passkeys(client, words[0])
  if (command === 'agreement') return await agreement(client, words)
  if (command === 'release') return await release(client, words)
  throw new Error(`No se entiende «${command}». Se puede: nada, link, passkeys, agreement o release.`)
}

await runProgram(log, async () => {
  const config = readConfig(process.env)
  await withRunningOrStarted(config, log, async (connectionString) => {
    const client = new DatabaseClient(linked(connectionString, { session: ownerSession }))
    await client.connect()
    try {
      log.info(await act(client, config))
    } finally {
      await client.end()
    }
  })
})
