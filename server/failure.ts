/** Turns an error that ends a program into a Spanish text for the terminal. */
import type { Log } from './log.ts'
import { isLostConnection } from './kernel/lost-connection.ts'

/** Fields of errors of Node and PostgreSQL; each has some. */
interface Fields {
  code?: string
  path?: string
  address?: string
  port?: number
  hostname?: string
  /** Of a connection attempt to several addresses of one name. */
  errors?: unknown[]
}
type Sentence = (fields: Fields) => string

const checkFolder = 'Elige otra carpeta con DATA_DIR'
const noSpace: Sentence = () =>
  `No queda sitio en el disco. Libera espacio y arranca de nuevo. ${checkFolder} si hay otro.`
const noAccess: Sentence = ({ path = 'la carpeta de los datos' }) =>
  `No hay permiso para usar ${path}: es de otro usuario o no se puede escribir. ${checkFolder}.`
const noFolder: Sentence = ({ path = 'La carpeta de los datos' }) => `${path} no es una carpeta. ${checkFolder}.`
const noMemory: Sentence = () => 'Falta memoria. Cierra otros programas y arranca de nuevo.'
const tooManyFiles: Sentence = () =>
  'El sistema no deja abrir más archivos. Sube el límite (ulimit -n 4096) y arranca de nuevo.'
const refused: Sentence = () => 'PostgreSQL no deja entrar con el nombre y la contraseña de DATABASE_URL. Revísalos.'
const noName: Sentence = ({ hostname = 'de DATABASE_URL' }) =>
  `No se encuentra el equipo ${hostname}. Revisa la red y DATABASE_URL.`
const noAnswer: Sentence = ({ address, port }) =>
  `La base de datos no responde${address === undefined ? '' : ` en ${[address, port].filter(Boolean).join(':')}`}. ` +
  'Mira si está en marcha y si DATABASE_URL es la suya.'
const untrusted: Sentence = () =>
  'Este equipo no se fía del certificado de PostgreSQL. Di con sslrootcert, en DATABASE_URL, quién lo firma.'

const sentences: Readonly<Record<string, Sentence>> = {
  ENOSPC: noSpace,
  EDQUOT: noSpace,
  EACCES: noAccess,
  EPERM: noAccess,
  EROFS: noAccess,
  EEXIST: noFolder,
  ENOTDIR: noFolder,
  ENOMEM: noMemory,
  EMFILE: tooManyFiles,
  ENFILE: tooManyFiles,
  ENOTFOUND: noName,
  EAI_AGAIN: noName,
  // Of several servers (kernel/sql/hosts.ts).
  '08001': () => 'Ninguno de los servidores de DATABASE_URL responde y admite escrituras. Mira si están en marcha.',
  '28P01': refused,
  '28000': refused,
  '3D000': () => 'La base de datos de DATABASE_URL no existe. Créala (createdb) o corrige su nombre.',
  '53100': noSpace,
  '53200': noMemory,
  '53300': () => 'PostgreSQL no admite más conexiones. Sube max_connections o cierra otros programas que lo usen.',
  '57P03': () => 'PostgreSQL está arrancando o parándose. Espera un momento y arranca de nuevo.',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: () =>
    'El certificado de PostgreSQL es de otro nombre. Pon en DATABASE_URL el nombre que lleva.',
  CERT_HAS_EXPIRED: () => 'El certificado de PostgreSQL ha caducado. Renuévalo.',
}
/** Errors of the database's driver that have no code. */
const driverSentences: readonly (readonly [RegExp, string])[] = [
  [/client password must be a/, 'PostgreSQL pide una contraseña y DATABASE_URL no la lleva.'],
  [
    /server does not support SSL/,
    'PostgreSQL no cifra las conexiones. Actívalo allí, o quita sslmode de DATABASE_URL.',
  ],
]

function fieldsOf(error: Error): Fields {
  const fields = error as Fields
  const [first] = fields.errors ?? []
  return first instanceof Error ? fieldsOf(first) : fields
}

/** What an error of Node or of the database means, and what to do; undefined for another one. */
export function sentenceOf(error: Error): string | undefined {
  const fields = fieldsOf(error)
  const sentence = sentences[fields.code ?? '']
  if (sentence) return sentence(fields)
  const driver = driverSentences.find(([words]) => words.test(error.message))
  if (driver) return driver[1]
  return isLostConnection(error) ? noAnswer(fields) : undefined
}

/** The product's sentences begin with a capital, a name in capitals or a path; its inner errors in small letters. */
const isSentence = (error: Error) => error.constructor === Error && !('code' in error) && /^[^a-z]/.test(error.message)

const unknown =
  'Ha fallado algo que no se esperaba. Arranca de nuevo; si se repite, avisa de esto a quien mantiene Hilo:'

/**
 * A Spanish text for an error. Errors of the product are Spanish sentences already. Errors of Node and PostgreSQL get a sentence
 * with what to do, followed by their message in brackets. Any other error is printed with its stack.
 */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return `${unknown}\n${String(error)}`
  const sentence = sentenceOf(error)
  if (sentence !== undefined) return error.message === '' ? sentence : `${sentence}\n(${error.message})`
  if (!isSentence(error)) return `${unknown}\n${error.stack ?? error.message}`
  return error.cause instanceof Error && error.cause.message !== ''
    ? `${error.message}\n(${error.cause.message})`
    : error.message
}

/** Runs a console program; a failure is explained and ends it with 1. */
export async function runProgram(log: Log, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.error(explain(error))
    process.exitCode = 1
  }
}
