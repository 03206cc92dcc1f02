/** Reports of browsers about what a content security policy stopped: kept as one line of the log for each kind. */
import { Problem } from '@hilo/domain/problem.ts'
import type { FastifyInstance } from 'fastify'
import { addressSubject } from '../auth/rate-limit.ts'
import type { Log } from '../log.ts'
import { cspReportPath } from '../net/csp-reporting.ts'
import { noStore } from './security.ts'

const maxBytes = 8 * 1024
/** Reports read in a minute; more of them are answered alike and dropped. */
const most = { all: 120, ofAddress: 20 }
const windowMs = 60_000
/** Kinds told apart in the life of a process. */
const mostKinds = 100

/** One violation, without anything that may belong to a person: no whole address, no sample of the page. */
interface Violation {
  directive: string
  /** A scheme and host, or the browser's word: `inline`, `eval`. */
  blocked: string
  /** First part of the page's path; what follows may be an id or a token. */
  page: string
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const word = (value: unknown): string => (/^[a-z-]{1,40}$/.exec(String(value)) ?? [''])[0]

function originOf(value: unknown): string {
  const text = String(value ?? '')
  const url = URL.parse(text)
  if (!url) return word(text) || 'unknown'
  return url.host === '' ? url.protocol : `${url.protocol}//${url.host}`.slice(0, 200)
}

function pageOf(value: unknown): string {
  const [, first = ''] = URL.parse(String(value ?? ''))?.pathname.split('/') ?? []
  return `/${word(first)}`
}

/** Of `application/csp-report`, and of the several of `application/reports+json`; what is neither is none. */
function violationsIn(parsed: unknown): Violation[] {
  const all = Array.isArray(parsed) ? parsed.slice(0, 20) : [parsed]
  return all.filter(isRecord).flatMap((one) => {
    const old = one['csp-report']
    if (isRecord(old)) {
      const directive = word(old['effective-directive'] ?? String(old['violated-directive']).split(' ')[0])
      return directive ? [{ directive, blocked: originOf(old['blocked-uri']), page: pageOf(old['document-uri']) }] : []
    }
    const { type, body } = one
    if (type !== 'csp-violation' || !isRecord(body)) return []
    const directive = word(body['effectiveDirective'])
    return directive ? [{ directive, blocked: originOf(body['blockedURL']), page: pageOf(body['documentURL']) }] : []
  })
}

/** Counts what one address, and everybody together, sends in a minute. */
class Minute {
  #began = -Infinity
  #all = 0
  readonly #of = new Map<string, number>()

  takes(address: string): boolean {
    if (performance.now() - this.#began > windowMs) {
      this.#began = performance.now()
      this.#all = 0
      this.#of.clear()
    }
    const own = (this.#of.get(address) ?? 0) + 1
    if (own > most.ofAddress || this.#all >= most.all) return false
    this.#of.set(address, own)
    this.#all += 1
    return true
  }
}

/** Mounts `POST /api/csp-report`. It answers 204 to whatever can be read, so that nothing is learnt from it. */
export async function mountCspReports(app: FastifyInstance, log: Log): Promise<void> {
  const minute = new Minute()
  const told = new Set<string>()
  const tell = (violation: Violation) => {
    const kind = JSON.stringify(violation)
    if (told.has(kind) || told.size >= mostKinds) return
    told.add(kind)
    log.warn('content security policy violation', violation)
  }
  await app.register((scope, _options, done) => {
    const types = ['application/csp-report', 'application/reports+json', 'application/json']
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser(types, { parseAs: 'string', bodyLimit: maxBytes }, (_request, body, read) =>
      read(null, body),
    )
    scope.post(cspReportPath, (request, reply) => {
      const { body } = request
      if (typeof body !== 'string') throw new Problem('UNSUPPORTED_MEDIA_TYPE')
      if (minute.takes(addressSubject(request.ip))) {
        try {
          violationsIn(JSON.parse(body)).forEach(tell)
        } catch {
          // No JSON: nothing to tell.
        }
      }
      return noStore(reply).code(204).send()
    })
    done()
  })
}
