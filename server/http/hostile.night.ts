/** Injection texts: SQL, patterns, headers, log lines. Generated from the declarations of every call. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import type { AnyCall } from '@hilo/contract/call.ts'
import { contract, type Path } from '@hilo/contract/index.ts'
import pg from 'pg'
import { jsonLine, type Log } from '../log.ts'
import { codeOf, columnOf } from '../test/answers.ts'
import { makeAdmin, makeOperator, makeSession, makeVno, unique } from '../test/factories.ts'
import { callInputs, neutralOnly } from '../test/inputs/index.ts'
import { startTestServer } from '../test/harness.ts'
import { contentDisposition } from '../kernel/request/blob.ts'

/** Calls that move the clock or end the session. */
const left: readonly string[] = [
  'demo/plant/clock',
  'demo/plant/act',
  'admin_vno/sessions/revoke',
  'account/logout',
  'account/delete',
]
const paths = (Object.keys(contract) as Path[]).filter((path) => !left.includes(path))
const mark = `canario${unique()}`
const hostile = `${mark}'\\x"; select pg_sleep(9) --`
/**
 * In a statement the text may only be a literal: quotes and backslashes doubled, backslashes once more in a pattern. Codes
 * are searched in capitals and names in small letters.
 */
const asCode = new RegExp(`${mark}(?!''(?:\\\\\\\\){1,2}x)`, 'i')

/** Secrets of the installation. */
const kept = {
  METRICS_TOKEN: `secreto-${unique()}-metrica`,
  OSS_URL: 'https://oss.prueba.test/aviso',
  OSS_SECRET: `secreto-${unique()}-oss`,
  SMTP_URL: `smtp://correo:secreto-${unique()}-smtp@correo.prueba.test`,
}
const passwords = [kept.METRICS_TOKEN, kept.OSS_SECRET, new URL(kept.SMTP_URL).password]

/** All copies of a value with one text replaced by the hostile one. */
function poisoned(value: unknown): unknown[] {
  if (typeof value === 'string') return [hostile]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) =>
    poisoned(one).map((bad): unknown =>
      Array.isArray(value)
        ? value.map((old: unknown, at) => (String(at) === name ? bad : old))
        : { ...value, [name]: bad },
    ),
  )
}

/** Filter and sort inputs of a list or download. */
function narrowed(spec: AnyCall): object[] {
  if (spec.kind !== 'list' && spec.kind !== 'download') return []
  const format = spec.kind === 'download' ? { format: 'csv' } : {}
  const filters = Object.keys(spec.list.filters).flatMap((name) => [
    { filter: { [name]: hostile } },
    { filter: { [name]: [hostile] } },
    { filter: { [name]: { like: hostile } } },
    { filter: { [name]: { gte: hostile } } },
  ])
  const others = [
    { search: hostile },
    { sort: [[hostile, 'asc']] },
    { sort: [['id', hostile]] },
    { filter: { [hostile]: 1 } },
  ]
  const place = spec.kind === 'list' ? [{ cursor: hostile }] : [{ columns: [hostile] }]
  return [...filters, ...others, ...place].map((query) => ({ ...query, ...format }))
}

describe('hostile texts', async () => {
  const lines: string[] = []
  const statements = new Set<string>()
  const say = (message: string, data?: object) => void lines.push(jsonLine('error', message, data))
  const log: Log = { info: say, warn: say, error: say, progress: (task, detail) => say(task, { detail }) }
  const wire = pg.Connection.prototype as unknown as Record<
    'parse' | 'query',
    (first: never, ...rest: never[]) => unknown
  >
  const { parse, query } = wire
  const server = await startTestServer(kept, { log })
  const vno = await makeVno(server.db)
  const [admin, operator] = [await makeAdmin(server.db, { vno }), await makeOperator(server.db)]
  const sessions = [await makeSession(server.db, admin), await makeSession(server.db, operator)]
  const made = await callInputs(server, vno)
  const { rows } = await server.db.owner.query<{ value: string }>(
    // The public half of a key pair is no secret.
    `select (value - 'public')::text as value from secret`,
  )
  const keys = rows.flatMap(({ value }) => value.match(/[\w+/=-]{40,}/g) ?? [])
  const secrets = [...passwords, ...keys, ...sessions.map(({ token }) => token)]
  assert.ok(keys.length > 0)
  wire.parse = function (first: { text: string }, ...rest) {
    statements.add(first.text)
    return parse.call(this, first as never, ...rest)
  }
  wire.query = function (first: string, ...rest) {
    statements.add(first)
    return query.call(this, first as never, ...rest)
  }
  after(async () => {
    Object.assign(wire, { parse, query })
    await server.close()
  })

  it('S32 S50 S51 no text of a request becomes part of a statement, breaks one or is logged; no answer and no log line contains a secret', async () => {
    const began = statements.size
    let asked = 0
    for (const path of paths) {
      const base = made.inputs[path] ?? {}
      const queries = [...poisoned(base), ...narrowed(contract[path])] as object[]
      const session = sessions[neutralOnly.has(path) ? 1 : 0]
      for (const asks of queries) {
        const answer = await server.call(path, asks, { session, files: made.files[path] })
        assert.ok(answer.status < 500, `${path} ${JSON.stringify(asks).slice(0, 300)} ${answer.text.slice(0, 300)}`)
        for (const secret of secrets) assert.ok(!answer.text.includes(secret), `${path} tells a secret`)
        asked += 1
      }
    }
    assert.ok(asked > 1500, `${asked} requests`)
    assert.ok(statements.size - began > 300, `${statements.size - began} statements`)
    const literal = `${mark}''\\\\x`
    assert.ok([...statements].join('\n').includes(literal), 'a download carries it as a literal')
    for (const text of statements) assert.doesNotMatch(text, asCode)
    for (const line of lines) {
      assert.ok(!line.toLowerCase().includes(mark.toLowerCase()), line)
      for (const secret of secrets) assert.ok(!line.includes(secret), line)
    }
  })

  it('S32 sorts and filters are restricted to declared names', async () => {
    for (const path of paths) {
      const spec: AnyCall = contract[path]
      if (spec.kind !== 'list') continue
      for (const query of [
        { sort: [['id; drop table event', 'asc']] },
        { sort: [['id', 'asc; x']] },
        { filter: { 'id or true': 1 } },
      ]) {
        const answer = await server.call(path, query, { session: sessions[1] })
        assert.deepEqual([answer.status, codeOf(answer)], [422, 'VALIDATION'], `${path} ${JSON.stringify(query)}`)
      }
    }
  })

  it('S32 signs of a pattern are letters like any other', async () => {
    const vno = await makeVno(server.db)
    const session = await makeSession(server.db, await makeAdmin(server.db, { vno }))
    for (const name of ['Cien % seguros', 'Guion_bajo', 'Barra \\\\ atrás', 'Nada de eso'])
      assert.equal((await server.call('admin_vno/contractors/create', { name }, { session })).status, 200)
    const found = async (search: string) =>
      columnOf((await server.done('admin_vno/contractors/get', { search }, session)).records, 'name')
    assert.deepEqual(await found('cien % seg'), ['Cien % seguros'])
    assert.deepEqual(await found('guion_b'), ['Guion_bajo'])
    for (const search of ['%%%', '___', 'n_d_', 'nada%eso', '\\\\%']) assert.deepEqual(await found(search), [], search)
  })

  it('S51 a database error is logged with its place and without parameters', async () => {
    const canary = `secreto${unique()}`
    await server.db.owner.query(`
      create function break_it() returns trigger language plpgsql as $$ begin
        raise exception 'no value "%" here', new.message using errcode = 'XX001', detail = new.message; end $$;
      create trigger break_it before insert on contact_request for each row execute function break_it()`)
    lines.length = 0
    const query = { subject: canary, message: `Es un ${canary}`, category: 'duda' }
    const answer = await server.call('client_contact/send_request', query, { session: sessions[0] })
    assert.deepEqual([answer.status, codeOf(answer)], [500, 'SYSTEM_ERROR'])
    await server.db.owner.query('drop trigger break_it on contact_request; drop function break_it()')
    assert.ok(!answer.text.includes(canary))
    const [line, ...more] = lines
    assert.equal(more.length, 0)
    const said = JSON.parse(line ?? '') as { request_id: string; path: string; error: Record<string, string> }
    assert.equal(said.request_id, (answer.body as { request_id: string }).request_id)
    assert.equal(said.error['code'], 'XX001')
    assert.match(said.error['stack'] ?? '', /^\s+at /)
    for (const secret of [canary, sessions[0]?.token ?? '-', sessions[0]?.cookie ?? '-'])
      assert.ok(!line?.includes(secret))
  })

  it('S51 S43 a log entry is one line, and an error in it quotes no input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const line = jsonLine('error', 'x', { text, error: new Error(text) })
        assert.equal(line.indexOf('\n'), line.length - 1)
        assert.doesNotMatch(line.slice(0, -1), /[\u0000-\u001f]/)
        assert.equal((JSON.parse(line) as { text: string }).text, text)
      }),
    )
    for (const text of ['{"pwd": "clave-canaria', '"clave-canaria', 'clave-canaria']) {
      let line = ''
      try {
        JSON.parse(text)
      } catch (error) {
        line = jsonLine('error', 'x', { error, nested: new Error('fuera', { cause: error }) })
      }
      assert.notEqual(line, '')
      assert.doesNotMatch(line, /clave-canaria/)
    }
  })

  it('S43 whatever a file’s name, its header is one header', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\r\n\0"\\;%ñ/a-z]{0,40}$/)), (name) => {
        const header = contentDisposition('attachment', name)
        assert.match(
          header,
          /^attachment; filename="[^"\\\u0000-\u001f\u007f-\uffff]*"(?:; filename\*=UTF-8''[\w.~!#$&+^`|%-]*)?$/,
        )
      }),
      { numRuns: 2000 },
    )
  })

  it('S43 control characters of a path, a cookie, a name of an application or an agent reach no header', async () => {
    const session = sessions[0]
    for (const url of [
      ...['/api/v1/a%0d%0aset-cookie:%20x=1.json', '/%0d%0ax-odd:%201', '/api/v1/%00.json'],
      '/login?x=%0d%0aset-cookie:x',
    ]) {
      const answer = await server.app.inject({ method: 'GET', url })
      for (const [name, value] of Object.entries(answer.headers)) {
        assert.notEqual(name, 'x-odd')
        assert.doesNotMatch(String(value), /[\r\n\0]|x=1/, url)
      }
    }
    const odd = {
      cookie: `${session?.cookie}; hilo_login=a\u0001b`,
      apiaf: 'ios/1.0\u0001/x',
      'user-agent': 'uno\u0001dos',
    }
    const answer = await server.call('account/check_login', {}, { headers: odd })
    assert.equal(answer.status, 200)
    for (const value of Object.values(answer.headers)) assert.doesNotMatch(String(value), /[\u0000-\u001f]/)
  })
})
