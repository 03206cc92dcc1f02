import type { AnyCall } from '@hilo/contract/call.ts'
import { contract } from '@hilo/contract/index.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { docsPage } from './docs-page.ts'

const page = docsPage(contract, '1.2.3')
const plain = (html: string) => html.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
/** Tables of a call on the page, each with its title and cells. */
function tablesOf(path: string): { title: string; rows: string[][] }[] {
  const section = page.split(`<section id="${path}">`)[1]?.split('</section>')[0] ?? ''
  return [...section.matchAll(/<summary>([^(]*?) \(\d+\)<\/summary><table>.*?<tbody>(.*?)<\/table>/gs)].map(
    ([, title = '', rows = '']) => ({
      title: title.replace(/<[^>]+>/g, ''),
      rows: rows
        .split('\n')
        .map((row) => plain(row.replace(/<\/?(?:tr|code)>/g, '')))
        .map((row) => row.split('<td>').slice(1)),
    }),
  )
}
const row = (path: string, name: string, table = 0) => tablesOf(path)[table]?.rows.find(([field]) => field === name)

test('every call shows every field that it takes and that it answers', () => {
  const faults: string[] = []
  const shapeOf = (schema: unknown) => Object.keys((schema as { shape?: object }).shape ?? {})
  for (const [path, spec] of Object.entries(contract) as [string, AnyCall][]) {
    const files = spec.kind === 'call' ? Object.keys(spec.files ?? {}) : []
    const taken = [...shapeOf(spec.input), ...files]
    const tables = tablesOf(path)
    const [first] = taken.length > 0 ? tables.splice(0, 1) : []
    const [answer] = tables
    for (const name of taken) if (!first?.rows.some(([field]) => field === name)) faults.push(`${path} takes ${name}`)
    for (const name of 'output' in spec ? shapeOf(spec.output) : [])
      if (!answer?.rows.some(([field]) => field === name)) faults.push(`${path} answers ${name}`)
  }
  assert.deepEqual(faults, [])
})

test('a field is shown with type, obligation, limits and description', () => {
  const shown = (path: string, name: string, table = 0) => row(path, name, table)?.join(' | ')
  const email = 'email | texto | obligatorio | correo; hasta 254 caracteres | '
  assert.equal(shown('account/signup', 'email'), email)
  assert.equal(shown('admin_vno/events/create', 'position.lat'), 'position.lat | número | obligatorio | -90 a 90 | ')
  assert.equal(shown('account/edit', 'profile_picture'), 'profile_picture | fichero |  | hasta 10240 KiB | ')
  assert.match(row('admin_vno/events/create', 'client_request_id')?.at(-1) ?? '', /un solo efecto/)
  assert.match(
    shown('admin_vno/ports/get', 'records[].ont', 1) ?? '',
    /^records\[\]\.ont \| objeto o nulo \| siempre \| /,
  )
})

test('a GET shows the parameters of its address', () => {
  const [parameters] = tablesOf('account/oauth_login_start')
  assert.equal(parameters?.title, 'Parámetros de la dirección')
  const back = row('account/oauth_login_start', 'return_to_url')
  assert.deepEqual(back, ['return_to_url', 'texto', '', 'hasta 2048 caracteres', ''])
})

test('a list shows its filters and sorts, with the labels of its columns', () => {
  const [, type, , values, meaning] = row('admin_vno/ports/get', 'filter.state') ?? []
  assert.deepEqual([type, meaning], ['número o lista de números o {gte, lte}', 'Estado'])
  assert.match(values ?? '', /^1 Disponible, 2 Asignado, /)
  assert.match(row('admin_vno/ports/get', 'sort')?.[3] ?? '', /label, id, rx_dbm, created_at; asc, desc/)
  assert.match(row('admin_vno/ports/download', 'columns')?.[3] ?? '', /cto\.code/)
})

test('the page is self-contained', () => {
  assert.doesNotMatch(page, /<script|<img|<iframe|style=|https?:\/\/(?!oss\.norte\.test)/)
})
