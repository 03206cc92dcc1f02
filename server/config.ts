/** Environment variables, parsed and validated once at the start. */
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { readAddress, userOf } from './database-address.ts'
import type { Bucket } from './files/s3-store.ts'
import { factorOf } from './kernel/patience.ts'
import { productVersion, projectFile } from './kernel/place.ts'
import { readMapTiles, type MapTiles } from './map-tiles.ts'

const seeds = ['none', 'small', 'standard'] as const
const plants = ['simulated'] as const
const lives = ['still', 'mild', 'real'] as const

/** An operator-owned system that accepts signed messages. */
export interface Gateway {
  url: string
  secret: string
}

export interface Config {
  host: string
  port: number
  /** Absolute path: cluster, files, keys. */
  dataDir: string
  /** Owner's URL of an external PostgreSQL; without it the embedded one runs in `dataDir`. */
  databaseUrl?: string
  /** URLs of the roles `hilo_app` and `hilo_jobs`, if their passwords are not derived from the owner's. */
  databaseAppUrl?: string
  databaseJobsUrl?: string
  /** Owner's URL of a replica that may serve downloads. */
  databaseReadUrl?: string
  /** Longest statement of a request, s. */
  statementTimeoutS?: number
  seed: (typeof seeds)[number]
  /** Demonstration accounts and the simulated plant's panel. */
  demo: boolean
  publicUrl: URL
  /** Kind of plant behind the network boundary. */
  plant: (typeof plants)[number]
  /** Fault rate and speed of a simulated plant. */
  plantLife: (typeof lives)[number]
  issuer?: { url: string; clientId: string; clientSecret: string }
  smtpUrl?: string
  /** File store instead of `dataDir`. */
  s3?: Bucket
  /** The operator's system, notified of each intervention's end. */
  oss?: Gateway
  /** Gateways for push notices to technicians' phones, and for SMS. */
  push?: Gateway
  sms?: Gateway
  /** Whom the operators of push services may write to about this server: `mailto:` or `https:`. */
  vapidSubject: string
  /** Own networks that operators' webhooks may be sent to, as `10.4.0.0/16`. */
  webhookNetworks: string[]
  trustedProxies: string[]
  /** The native application of our links: Android's name and signing keys, Apple's `team.name`. */
  androidApp?: { id: string; fingerprints: string[] }
  iosApp?: string
  /** Bearer token for /metrics from other machines. */
  metricsToken?: string
  /** Streets under the map's boxes; without it the map has coast, provinces and municipalities. */
  mapTiles?: MapTiles
  /** Absolute path: the built web client. */
  webDir: string
  /** False: this process only answers requests, and others on the same database run jobs and listeners. */
  works: boolean
  /** Phones cache the application for use without coverage; false removes the cache. */
  offlineApp: boolean
  version: string
}

type Environment = Record<string, string | undefined>

/**
 * Reads the variables of the README.
 * @throws {Error} with a Spanish sentence naming the variable and its values.
 */
export function readConfig(env: Environment): Config {
  const host = text(env, 'HOST') ?? '127.0.0.1'
  const port = integer(env, 'PORT', 0, 65_535) ?? 3000
  const databaseUrl = databaseAddress(env, 'DATABASE_URL')
  const databaseAppUrl = roleAddress(env, 'DATABASE_APP_URL', 'hilo_app', databaseUrl)
  const databaseJobsUrl = roleAddress(env, 'DATABASE_JOBS_URL', 'hilo_jobs', databaseUrl)
  const databaseReadUrl = databaseAddress(env, 'DATABASE_READ_URL')
  const issuer = readIssuer(env)
  const publicUrl = readPublicUrl(env, host, port)
  const smtpUrl = address(env, 'SMTP_URL', ['smtp:', 'smtps:'])
  const s3 = readBucket(env)
  const oss = readGateway(env, 'OSS')
  const push = readGateway(env, 'PUSH', { personal: true })
  const sms = readGateway(env, 'SMS', { personal: true })
  const androidApp = readAndroidApp(env)
  const iosApp = readIosApp(env)
  const mapTiles = readMapTiles(text(env, 'MAP_TILES'))
  const metricsToken = text(env, 'METRICS_TOKEN')
  if (metricsToken !== undefined && metricsToken.length < 16)
    throw new Error('METRICS_TOKEN tiene que tener 16 caracteres o más.')
  const works = oneOf(env, 'HILO_JOBS', ['0', '1']) !== '0'
  if (!works && !databaseUrl)
    throw new Error('HILO_JOBS vale «0» y sin DATABASE_URL no hay otro proceso que haga el trabajo en segundo plano.')
  const home = isLoopback(host) && isLoopback(publicUrl.hostname)
  const demo = (oneOf(env, 'HILO_DEMO', ['0', '1']) ?? (!databaseUrl && !issuer && home ? '1' : '0')) === '1'
  return {
    host,
    port,
    dataDir: resolve(text(env, 'DATA_DIR') ?? 'data'),
    seed: oneOf(env, 'HILO_SEED', seeds) ?? (demo ? 'small' : 'none'),
    demo,
    plant: oneOf(env, 'PLANT', plants) ?? 'simulated',
    plantLife: oneOf(env, 'PLANT_LIFE', lives) ?? 'still',
    publicUrl,
    vapidSubject: readVapidSubject(env, publicUrl),
    webhookNetworks: networks(env, 'WEBHOOK_NETWORKS'),
    trustedProxies: networks(env, 'TRUSTED_PROXIES'),
    webDir: resolve(text(env, 'WEB_DIR') ?? projectFile('web/dist')),
    works,
    offlineApp: oneOf(env, 'HILO_OFFLINE', ['0', '1']) !== '0',
    version: productVersion,
    ...(databaseUrl && { databaseUrl }),
    ...(databaseAppUrl && { databaseAppUrl }),
    ...(databaseJobsUrl && { databaseJobsUrl }),
    ...(databaseReadUrl && { databaseReadUrl }),
    ...(issuer && { issuer }),
    ...(smtpUrl && { smtpUrl }),
    ...(s3 && { s3 }),
    ...(oss && { oss }),
    ...(push && { push }),
    ...(sms && { sms }),
    ...(androidApp && { androidApp }),
    ...(iosApp && { iosApp }),
    ...(mapTiles && { mapTiles }),
    ...(metricsToken && { metricsToken }),
    ...readLimits(env),
  }
}

function readLimits(env: Environment): Pick<Config, 'statementTimeoutS'> {
  if (factorOf(env['HILO_PATIENCE']) === undefined)
    throw new Error(`HILO_PATIENCE vale «${env['HILO_PATIENCE']}» y tiene que ser un número de 1 a 100.`)
  const statementTimeoutS = integer(env, 'STATEMENT_TIMEOUT_S', 1, 600)
  return { ...(statementTimeoutS && { statementTimeoutS }) }
}

/** Default: the public address, or a placeholder where it is local, because push services refuse local addresses. */
function readVapidSubject(env: Environment, { protocol, hostname, origin }: URL): string {
  const value = text(env, 'VAPID_SUBJECT')
  if (value === undefined)
    return protocol === 'https:' && !isLoopback(hostname) ? origin : 'mailto:administracion@hilo.invalid'
  const url = URL.parse(value)
  if (url?.protocol === 'https:' || (url?.protocol === 'mailto:' && /^[^@\s]+@[^@\s]+$/.test(url.pathname)))
    return value
  throw new Error('VAPID_SUBJECT tiene que ser una dirección de contacto: mailto:avisos@hilo.ejemplo.es o https://…')
}

function readAndroidApp(env: Environment): Config['androidApp'] {
  const [id, ...fingerprints] = text(env, 'ANDROID_APP')?.split(/[\s,]+/) ?? []
  if (id === undefined) return undefined
  const signed = fingerprints.length > 0 && fingerprints.every((one) => /^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/.test(one))
  if (/^[a-z]\w*(?:\.[a-z]\w*)+$/i.test(id) && signed) return { id, fingerprints }
  throw new Error('ANDROID_APP tiene que ser el nombre de la aplicación y las huellas SHA-256 de sus firmas (AB:CD:…).')
}

function readIosApp(env: Environment): string | undefined {
  const app = text(env, 'IOS_APP')
  if (app === undefined || /^[A-Z0-9]{10}\.[A-Za-z0-9.-]+$/.test(app)) return app
  throw new Error('IOS_APP tiene que ser el equipo y el nombre de la aplicación: ABCDE12345.net.hilo.app.')
}

/** True for names and addresses of this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}

/** True for a network in CIDR form, or a single address. */
export function isNetwork(text: string): boolean {
  const [net = '', bits, more] = text.split('/')
  const family = isIP(net)
  if (family === 0 || more !== undefined) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32))
}

function text(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined
}

function oneOf<const T extends string>(env: Environment, name: string, values: readonly T[]): T | undefined {
  const value = text(env, name)
  if (value === undefined) return undefined
  const found = values.find((candidate) => candidate === value)
  if (found === undefined) throw new Error(`${name} vale «${value}» y tiene que ser ${values.join(', ')}.`)
  return found
}

function integer(env: Environment, name: string, least: number, most: number): number | undefined {
  const value = text(env, name)
  if (value === undefined) return undefined
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= least && number <= most) return number
  throw new Error(`${name} vale «${value}» y tiene que ser un número entero entre ${least} y ${most}.`)
}

function address(env: Environment, name: string, protocols: string[]): string | undefined {
  const value = text(env, name)
  if (value === undefined) return undefined
  if (protocols.includes(URL.parse(value)?.protocol ?? '')) return value
  // The value may contain a password, so it is not repeated.
  throw new Error(`${name} tiene que ser una dirección que empiece por ${protocols.map((p) => `${p}//`).join(' o ')}.`)
}

function databaseAddress(env: Environment, name: string): string | undefined {
  const value = text(env, name)
  if (value === undefined || readAddress(value)) return value
  throw new Error(
    `${name} tiene que ser una dirección como postgres://usuario:clave@equipo:5432/base, con varios equipos separados por ` +
      'comas si los hay y, detrás, ?target_session_attrs=read-write.',
  )
}

function roleAddress(env: Environment, name: string, role: string, owner: string | undefined): string | undefined {
  const value = databaseAddress(env, name)
  if (value === undefined) return undefined
  if (owner === undefined) throw new Error(`Con ${name} hace falta también DATABASE_URL.`)
  if (userOf(value).name !== role) throw new Error(`El usuario de ${name} tiene que ser ${role}.`)
  return value
}

/** Targets are checked when they are stored and when they are used: only the syntax is checked here. */
function networks(env: Environment, name: string): string[] {
  const all = (text(env, name) ?? '').split(/[\s,]+/).filter(Boolean)
  const wrong = all.find((one) => !isNetwork(one))
  if (wrong !== undefined)
    throw new Error(`${name} contiene «${wrong}» y cada valor tiene que ser una red, como 10.4.0.0/16.`)
  return all
}

function readIssuer(env: Environment): Config['issuer'] {
  const url = address(env, 'OIDC_ISSUER', ['https:', 'http:'])
  if (url === undefined) return undefined
  const clientId = text(env, 'OIDC_CLIENT_ID')
  const clientSecret = text(env, 'OIDC_CLIENT_SECRET')
  if (clientId === undefined || clientSecret === undefined)
    throw new Error('Con OIDC_ISSUER hacen falta también OIDC_CLIENT_ID y OIDC_CLIENT_SECRET.')
  const { protocol, hostname } = new URL(url)
  if (protocol === 'http:' && !isLoopback(hostname))
    throw new Error('OIDC_ISSUER tiene que usar https fuera de este equipo.')
  return { url, clientId, clientSecret }
}

function readBucket(env: Environment): Config['s3'] {
  const endpoint = address(env, 'S3_ENDPOINT', ['https:', 'http:'])
  if (endpoint === undefined) return undefined
  const { protocol, hostname, pathname, search, username } = new URL(endpoint)
  if (pathname !== '/' || search || username)
    throw new Error('S3_ENDPOINT es solo protocolo, equipo y puerto, sin ruta: https://s3.eu-south-2.amazonaws.com.')
  if (protocol === 'http:' && !isLoopback(hostname))
    throw new Error('S3_ENDPOINT tiene que usar https fuera de este equipo.')
  const [bucket, accessKeyId, secretAccessKey] = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].map((name) =>
    text(env, name),
  )
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error('Con S3_ENDPOINT hacen falta también S3_BUCKET, S3_ACCESS_KEY_ID y S3_SECRET_ACCESS_KEY.')
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new Error(
      'S3_BUCKET tiene que ser el nombre de un depósito: de 3 a 63 letras minúsculas, cifras, puntos o guiones.',
    )
  return { endpoint, bucket, region: text(env, 'S3_REGION') ?? 'us-east-1', accessKeyId, secretAccessKey }
}

/** `personal`: messages contain personal data, so encryption is required. */
function readGateway(env: Environment, name: 'OSS' | 'PUSH' | 'SMS', { personal = false } = {}): Gateway | undefined {
  const url = address(env, `${name}_URL`, ['https:', 'http:'])
  if (url === undefined) return undefined
  const secret = text(env, `${name}_SECRET`)
  if (secret === undefined || secret.length < 16)
    throw new Error(`Con ${name}_URL hace falta también ${name}_SECRET, de 16 caracteres o más.`)
  const { protocol, hostname } = new URL(url)
  if (personal && protocol === 'http:' && !isLoopback(hostname))
    throw new Error(`${name}_URL tiene que usar https fuera de este equipo.`)
  return { url, secret }
}

function readPublicUrl(env: Environment, host: string, port: number): URL {
  const configured = address(env, 'PUBLIC_URL', ['https:', 'http:'])
  const name = host.includes(':') && isLoopback(host) ? `[${host}]` : isLoopback(host) ? host : '127.0.0.1'
  const url = new URL(configured ?? `http://${name}:${port}`)
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new Error('PUBLIC_URL tiene que usar https fuera de este equipo: la sesión viaja en una cookie segura.')
  if (url.pathname !== '/' || url.search || url.hash || url.username)
    throw new Error('PUBLIC_URL es solo protocolo, equipo y puerto, sin ruta: https://hilo.ejemplo.es.')
  return url
}
