/**
 * Every call of the contract, whoever asks and whatever record is named: made from the declarations, so that a new call is
 * in here the day it is written.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { contract, type Path } from '@hilo/contract/index.ts'
import { openApi, problemsOf } from '@hilo/contract/openapi.ts'
import { problems } from '@hilo/domain/problem.ts'
import type { Schema } from '../fuzz/schema-values.ts'
import { startTestServer, type Answer, type TestServer } from '../test/harness.ts'
import type { TestSession } from '../test/factories.ts'
import { canariesOf, finder, readable } from './canaries.ts'
import { idFields } from './id-fields.ts'
import { insiders, makeTwin, paths, powerless, specOf, strangers, type Twin } from './twins.ts'

const closed = paths.filter((path) => specOf(path).privilege !== 'none')
/** Ends the very session it is asked with. */
const enders: readonly Path[] = ['admin_vno/sessions/revoke', 'account/logout']
/** Open to a session that waits for its approval or has yet to accept an agreement. */
const early = /^(?:account|agreements|version|product|client_contact)\//

const nobodys = 2_000_000_000
const fewest = 6000

type Described = Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>
const described = (openApi(contract, '') as { paths: Described }).paths

function inputSchema(path: Path): Schema {
  const { requestBody } = described[`/api/v1/${path}.json`]?.['post'] ?? {}
  return Object.values(requestBody?.content ?? {})[0]?.schema.properties?.['query'] ?? {}
}

/** A name of the same form that nobody has. */
function nobodyOf(value: unknown): unknown {
  if (typeof value !== 'string') return nobodys
  const digits = value.replace(/\d(?=[^\d]*$)/, (digit) => String((Number(digit) + 5) % 10))
  return digits === value ? `${value.slice(0, -1)}${value.endsWith('Z') ? 'Y' : 'Z'}` : digits
}

/** What an answer says, without what differs between any two. */
function said({ status, text, headers }: Answer, ...asked: unknown[]): string {
  let body = text.replace(/"request_id":"[^"]+"/, '').replace(/"server_time":"[^"]+"/, '')
  for (const value of asked) if (typeof value === 'string') body = body.replaceAll(value, '?')
  return JSON.stringify([status, headers['content-type'], body])
}

describe('the access matrix', () => {
  let server: TestServer
  let mine: Twin
  let theirs: Twin
  let canary: (text: string) => string | null
  let checks = 0
  before(async () => {
    server = await startTestServer()
    mine = await makeTwin(server)
    theirs = await makeTwin(server)
    canary = finder(await canariesOf(server.db, theirs.vno, mine.vno))
  })
  after(() => server.close())

  const ask = (path: Path, query: object, session: TestSession | undefined) =>
    server.call(path, query, { session, files: mine.made.files[path] })
  const base = (path: Path): object => mine.made.inputs[path] ?? {}
  const errorOf = ({ body }: Answer) => (body as { error?: string } | undefined)?.error

  it('S1 who has no session, or one that has ended, gets nothing from any call', async () => {
    for (const [who, session] of Object.entries(await strangers(server, mine.vno))) {
      for (const path of closed) {
        const answer = await ask(path, base(path), session)
        assert.deepEqual([answer.status, errorOf(answer)], [401, 'YOU_ARE_NOT_LOGGED_IN'], `${who}: ${path}`)
        checks++
      }
    }
  })

  it('S1 S7 who lacks the privilege, or waits for approval, is refused by every call that asks for one', async () => {
    for (const [who, session] of Object.entries(await powerless(server, mine.vno))) {
      for (const path of closed.filter((one) => specOf(one).privilege !== 'any' && !early.test(one))) {
        const answer = await ask(path, base(path), session)
        assert.deepEqual([answer.status, errorOf(answer)], [403, 'PRIVILEGE_DENIED'], `${who}: ${path}`)
        checks++
      }
    }
  })

  it('S2 a foreign record answers like none at all, in every field, nested ones and every position of a list', async () => {
    const whom = { administrator: mine.admin, technician: mine.technician }
    for (const path of closed.filter((one) => specOf(one).scope !== 'self' && !specOf(one).demo)) {
      const plant = specOf(path).scope === 'network' ? /(?:^|\.)(?:id|code|label|port_id)$/ : /^$/
      for (const field of idFields(inputSchema(path)).filter(({ name }) => !plant.test(name))) {
        const key = field.name.split('.').at(-1) ?? ''
        const listPath = path.replace(/\/download$/, '/get')
        const inList = field.name.startsWith('filter.') || field.name === 'id'
        const names = inList ? [`${listPath} ${key}`, key] : [`${path} ${field.name}`, `${path} ${key}`, key]
        const found = (twin: Twin) => names.map((name) => twin.values.get(name)).find((value) => value !== undefined)
        const foreign = found(theirs)
        if (foreign === undefined || foreign === found(mine)) continue
        const missing = nobodyOf(foreign)
        const [asTheirs, asNobodys] = [foreign, missing].map((value) => field.forms(base(path), value, found(mine)))
        for (const [who, session] of Object.entries(whom)) {
          for (const [index, query] of (asTheirs ?? []).entries()) {
            const one = await ask(path, query, session)
            const other = await ask(path, asNobodys?.[index] ?? {}, session)
            const where = `${who}: ${path} ${field.name} ${JSON.stringify(query).slice(0, 300)}`
            if (!String(one.headers['content-type']).includes('sheet'))
              assert.equal(said(one, foreign, missing), said(other, foreign, missing), where)
            assert.equal(
              canary(readable(one.bytes).replaceAll(typeof foreign === 'string' ? foreign : '\0', '')),
              null,
              where,
            )
            checks += 2
          }
        }
      }
    }
  })

  it('S3 S8 whoever may ask gets only declared answers, and no word of another operator', async () => {
    for (const [who, session] of Object.entries(await insiders(server, mine))) {
      for (const path of closed.filter((one) => !enders.includes(one))) {
        const spec = specOf(path)
        const answer = await ask(path, base(path), session)
        const allowed = [200, ...problemsOf(spec).map((code) => problems[code])]
        assert.ok(
          allowed.includes(answer.status) && answer.status !== 500,
          `${who}: ${path} ${answer.text.slice(0, 300)}`,
        )
        checks++
        if (who === 'the neutral operator') continue
        const found = canary(readable(answer.bytes))
        assert.equal(found, null, `${who}: ${path}`)
        checks++
      }
    }
  })

  it('is as large as it should be, and its canaries are found where they belong', async () => {
    const own = finder(await canariesOf(server.db, mine.vno, theirs.vno))
    const { bytes } = await ask('admin_vno/events/download', { format: 'xlsx' }, mine.admin)
    assert.notEqual(own(readable(bytes)), null, 'the search can find something')
    console.log(`${checks} comprobaciones`)
    assert.ok(checks >= fewest, `${checks} checks`)
  })
})
