import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Problem } from '@hilo/domain/problem.ts'
import { forbiddenKeys, parseStrictJson } from './strict-json.ts'
import type { Upload } from './upload.ts'
import { twiceDetail, typeDetail, unknownDetail } from '../validation.ts'

/** Maximum size of `query`; longer lists are sent as a file. */
export const maxQueryBytes = 64 * 1024

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The fields of a call: an object, or undefined. */
function fieldsOf(value: unknown, name: Envelope): Record<string, unknown> {
  if (value === undefined || value === null) return {}
  if (!isRecord(value)) throw new Problem('VALIDATION', { details: [typeDetail(name)] })
  return value
}

/** Name of the part with the call's fields. If it is `data`, `query` is accepted too. */
type Envelope = 'query' | 'data'

/** A field in both is given twice. */
function joined(query: Record<string, unknown>, data: Record<string, unknown>): Record<string, unknown> {
  const both = Object.keys(query).filter((key) => Object.hasOwn(data, key))
  if (both.length > 0) throw new Problem('VALIDATION', { details: both.map(twiceDetail) })
  return { ...query, ...data }
}

/** `{"query": {…}}`, or empty. */
function fromJson(body: unknown, names: readonly Envelope[]): unknown {
  if (body === undefined || body === null || body === '') return {}
  if (typeof body !== 'string') throw new Problem('UNSUPPORTED_MEDIA_TYPE')
  const envelope = parseStrictJson(body)
  if (!isRecord(envelope)) throw new Problem('SYNTAX_ERROR_IN_REQUEST')
  const unknown = Object.keys(envelope).filter((key) => !names.some((name) => name === key))
  if (unknown.length > 0) throw new Problem('VALIDATION', { details: unknown.map(unknownDetail) })
  return names.map((name) => fieldsOf(envelope[name], name)).reduce(joined)
}

/** `query` sent as a file part: the same text. */
async function readText({ file }: MultipartFile): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of file) {
    bytes += (chunk as Buffer).length
    if (bytes > maxQueryBytes) throw new Problem('FILE_TOO_LARGE')
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString()
}

type Texts = Partial<Record<Envelope, string>>

/** Maximum bytes of a multipart body beside its files: fields and separators. */
const maxFieldBytes = maxQueryBytes + 16 * 1024

/** Where the text of a part belongs; null for other parts. */
function placeOf(field: string | undefined, names: readonly Envelope[], texts: Texts): Envelope | undefined {
  const name = names.find((one) => one === field)
  if (name !== undefined && texts[name] !== undefined) throw new Problem('VALIDATION', { details: [twiceDetail(name)] })
  return name
}

async function readParts(request: FastifyRequest, upload: Upload, names: readonly Envelope[]): Promise<Texts> {
  const texts: Texts = {}
  for await (const part of request.parts()) {
    const name = placeOf(part.fieldname, names, texts)
    if (name !== undefined && part.type === 'file') texts[name] = await readText(part)
    else if (part.type === 'file') await upload.take(part)
    else if (name === undefined) throw new Problem('VALIDATION', { details: [unknownDetail(part.fieldname)] })
    else if (part.valueTruncated) throw new Problem('FILE_TOO_LARGE')
    else texts[name] = String(part.value)
  }
  return texts
}

/** Internal and disk errors are passed on; others are the body's fault. */
function unreadable(error: unknown): unknown {
  const ours = error instanceof Problem || (error instanceof Error && 'syscall' in error)
  return ours ? error : new Problem('SYNTAX_ERROR_IN_REQUEST')
}

async function fromStream(request: FastifyRequest, upload: Upload, names: readonly Envelope[]): Promise<Texts> {
  if (Number(request.headers['content-length'] ?? 0) > upload.maxBytes + maxFieldBytes)
    throw new Problem('FILE_TOO_LARGE')
  try {
    return await readParts(request, upload, names)
  } catch (error) {
    // Drains the rest: a client that is still sending would not read the answer.
    request.raw.unpipe()
    request.raw.resume()
    throw unreadable(error)
  }
}

function fromTexts(texts: Texts, names: readonly Envelope[]): unknown {
  return names.map((name) => (texts[name] ? fieldsOf(parseStrictJson(texts[name]), name) : {})).reduce(joined)
}

/** Fields of a GET from URL parameters; duplicates, NUL and prototype keys are refused. */
function fromUrl(request: FastifyRequest): unknown {
  const fields: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(request.raw.url?.split('?').slice(1).join('?') ?? '')) {
    if (Object.hasOwn(fields, name)) throw new Problem('VALIDATION', { details: [twiceDetail(name)] })
    if (forbiddenKeys.has(name)) throw new Problem('VALIDATION', { details: [unknownDetail(name)] })
    if (value.includes('\0')) throw new Problem('SYNTAX_ERROR_IN_REQUEST')
    fields[name] = value
  }
  return fields
}

/**
 * Input of a request in any transport; its files go to `upload`, in any order of parts.
 * @throws Problem SYNTAX_ERROR_IN_REQUEST, UNSUPPORTED_MEDIA_TYPE, FILE_TOO_LARGE or VALIDATION
 */
export async function readQuery(
  request: FastifyRequest,
  upload: Upload,
  envelope: Envelope = 'query',
): Promise<unknown> {
  const names: readonly Envelope[] = envelope === 'query' ? ['query'] : ['query', 'data']
  if (request.method === 'GET') return fromUrl(request)
  const { body } = request
  if (request.isMultipart()) return fromTexts(await fromStream(request, upload, names), names)
  if (typeof body === 'string' && body.length > maxQueryBytes) throw new Problem('FILE_TOO_LARGE')
  return fromJson(body, names)
}
