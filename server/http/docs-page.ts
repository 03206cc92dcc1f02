import type { AnyCall } from '@hilo/contract/call.ts'
import type { Schema } from '@hilo/contract/example.ts'
import { openApi, problemsOf } from '@hilo/contract/openapi.ts'
import { problems } from '@hilo/domain/problem.ts'
import { fieldsOf, type Field } from './docs-fields.ts'
import { text } from '../kernel/texts.ts'

const escape = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

interface Call {
  parameters?: readonly { name: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
type Described = Record<string, Record<string, Call>>
type Content = Record<string, { schema: Schema; example?: unknown }>

const written = (title: string, value: unknown) =>
  value === undefined
    ? ''
    : `<details><summary>${title}</summary><pre>${escape(JSON.stringify(value, null, 2))}</pre></details>`

/** Without optional closing tags: there are thousands of rows. */
function table(title: string, fields: readonly Field[], always: string, open = ''): string {
  if (fields.length === 0) return ''
  const rows = fields.map(
    ({ name, type, required, limits, meaning }) =>
      `<tr><td><code>${escape(name)}</code><td>${escape(type)}<td>${required ? always : ''}<td>${escape(limits)}<td>${escape(meaning)}`,
  )
  return `<details${open}><summary>${title} (${fields.length})</summary><table><thead><tr><th>Campo<th>Tipo<th>Uso<th>Valores y límites<th>Qué es<tbody>${rows.join('\n')}</table></details>`
}

/** Input of a call as one object: URL parameters, or envelope and files. */
function takenBy({ parameters = [], requestBody }: Call): { title: string; schema: Schema } {
  if (!requestBody) {
    const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]))
    const required = parameters.filter((one) => one.required).map(({ name }) => name)
    return { title: 'Parámetros de la dirección', schema: { properties, required } }
  }
  const form = requestBody.content['multipart/form-data']?.schema ?? {}
  const [[name, held] = ['', {}], ...files] = Object.entries(form.properties ?? {})
  return {
    title: `Campos de <code>${name}</code>${files.length > 0 ? ' y ficheros' : ''}`,
    schema: {
      ...held,
      properties: { ...held.properties, ...Object.fromEntries(files) },
      required: [...(held.required ?? []), ...(form.required ?? [])],
    },
  }
}

/** Request and answer: each field, and an example. */
function exchangeOf(path: string, spec: AnyCall, described: Described): string {
  const call = described[`/api/v1/${path}.json`]?.[spec.method.toLowerCase()]
  if (!call) return ''
  const { title, schema } = takenBy(call)
  const sent = Object.values(call.requestBody?.content ?? {})[0]?.example
  const answered = call.responses['200']?.content?.['application/json']
  return (
    table(title, fieldsOf(path, spec, schema), 'obligatorio', ' open') +
    written('Ejemplo de petición', sent) +
    (answered ? table('Campos de la respuesta', fieldsOf(path, spec, answered.schema), 'siempre') : '') +
    written('Ejemplo de respuesta', answered?.example)
  )
}

function failuresOf(spec: AnyCall): string {
  const failures = problemsOf(spec).map(
    (code) => `<li><code>${code}</code> ${problems[code]}: ${escape(text(`problem.${code}`))}</li>`,
  )
  return `<details><summary>Errores</summary><ul>${failures.join('')}</ul></details>`
}

function section(path: string, spec: AnyCall, described: Described): string {
  const named: Record<string, string> = { none: 'sin sesión', any: 'cualquier sesión' }
  const need = [spec.privilege]
    .flat()
    .map((one) => named[one] ?? one)
    .join(' o ')
  const parts = (spec.parts ?? []).map((part) => ` y <code>${escape(part)}</code>`).join('')
  return `<section id="${escape(path)}"><h2><b>${spec.method}</b> /api/v1/${escape(path)}.json</h2>
<p>${escape(spec.summary)}${spec.extension ? ' <em>(extensión)</em>' : ''}${spec.demo ? ' <em>(solo en modo de demostración)</em>' : ''}</p><p>Necesita: <code>${escape(need)}</code>${parts}</p>${exchangeOf(path, spec, described)}${failuresOf(spec)}</section>`
}

/** The readable API page: every call with its requirements. The machine-readable version is openapi.json. */
export function docsPage(calls: Readonly<Record<string, AnyCall>>, version: string): string {
  const entries = Object.entries(calls)
  const { paths: described } = openApi(calls, version) as { paths: Described }
  const index = entries.map(
    ([path, spec]) => `<li><a href="#${escape(path)}">${escape(path)}</a> ${escape(spec.summary)}</li>`,
  )
  return `<!doctype html><html lang="es" translate="no"><head><meta charset="utf-8"><title>API de Hilo</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/api/docs.css"></head><body><main>
<h1>API de Hilo</h1><p>Versión ${version}. Descripción completa en <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<p>Cada petición POST lleva <code>{"query": {…}}</code> en JSON o en <code>multipart/form-data</code>; una GET, sus parámetros en
la dirección. Un punto entra en un objeto, <code>[]</code> es cada elemento de una lista y <code>*</code> cada nombre libre. Un
<code>filter</code> toma un valor, una lista de ellos o los límites <code>{"gte", "lte"}</code>. Los errores llegan como
<code>{"error", "result", "msg", "request_id"}</code> con su estado HTTP.</p>
<ul>${index.join('')}</ul>${entries.map(([path, spec]) => section(path, spec, described)).join('')}</main><footer>${version}</footer></body></html>`
}

export const docsStyle = `:root{color-scheme:light dark;font:15px/1.5 Inter,system-ui,sans-serif}
body{max-width:60rem;margin:2rem auto;padding:0 1rem 3rem;overflow-wrap:anywhere}h1{font-size:1.5rem}h2{font-size:1rem;margin-top:2.5rem;border-top:1px solid #8888;padding-top:1rem}ul{padding-left:1.25rem}
code{font-size:.875em}pre{overflow-x:auto;padding:.75rem;border:1px solid #8886;border-radius:6px;font-size:12.5px;line-height:1.45}summary{cursor:pointer;margin-top:.5rem}a{color:#08764f}@media(prefers-color-scheme:dark){a{color:#46cc98}}
table{border-collapse:collapse;table-layout:fixed;width:100%;margin:.5rem 0;font-size:13px;line-height:1.4}th,td{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0;border-bottom:1px solid #8884}th{font-weight:600;width:25%}th:nth-child(2){width:18%}th:nth-child(3){width:12%}th:nth-child(5){width:20%}
@media(max-width:45rem){table,tbody,tr,td{display:block}thead,td:empty{display:none}tr{padding:.35rem 0;border-bottom:1px solid #8884}td{padding:0;border:0}td:nth-child(2),td:nth-child(3):not(:empty){display:inline-block;margin-right:.75rem}}
footer{position:fixed;left:.5rem;bottom:.5rem;font-size:11px}`
