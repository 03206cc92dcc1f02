/** Browsers' reports on content blocked by the security policy: one log line per kind. */
import { Problem } from '@hilo/domain/problem.ts'
import type { FastifyInstance } from 'fastify'
import { addressSubject } from '../auth/rate-limit.ts'
import type { Log } from '../log.ts'
import { cspReportPath } from '../net/csp-reporting.ts'
import { noStore } from './security.ts'

const maxBytes = 8 * 1024
/** Reports read per minute; further ones are answered alike and dropped. */
const most = { all: 120, ofAddress: 20 }
const windowMs = 60_000
/** Kinds distinguished per process. */
const mostKinds = 100

/** One violation, without personal data: no full URLs, no sample of the page. */
interface Violation {
  directive: string
  /** Scheme and host, or the browser's keyword: `inline`, `eval`. */
  blocked: string
  /** First segment of the page's path; the rest may be an id or a token. */
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

/** Of `application/csp-report`, or several of `application/reports+json`; empty for other formats. */
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

/** Counts reports per address and in total, per minute. */
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

/** Mounts `POST /api/csp-report`. Answers 204 to all readable input, which discloses nothing. */
export async function mountCspReports(app: FastifyInstance, log: Log): Promise<void> {
  const minute = new Minute()
  const reported = new Set<string>()
  const tell = (violation: Violation) => {
    const kind = JSON.stringify(violation)
    if (reported.has(kind) || reported.size >= mostKinds) return
    reported.add(kind)
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
          // No JSON: ignored.
        }
      }
      return noStore(reply).code(204).send()
    })
    done()
  })
}
