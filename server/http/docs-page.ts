import type { AnyCall } from '@hilo/contract/call.ts'
import { openApi, problemsOf } from '@hilo/contract/openapi.ts'
import { problems } from '@hilo/domain/problem.ts'
import { text } from './texts.ts'

const escape = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function names(title: string, list: readonly string[]): string {
  return `<dt>${title}</dt><dd>${list.map((one) => `<code>${escape(one)}</code>`).join(' ')}</dd>`
}

function fieldsOf(spec: AnyCall): string {
  if (spec.kind === 'blob') return ''
  if (spec.kind === 'call') return spec.files ? `<dl>${names('Ficheros', Object.keys(spec.files))}</dl>` : ''
  const { filters, sorts, columns } = spec.list
  const more = spec.kind === 'download' ? names('Columnas', Object.keys(columns)) : ''
  return `<dl>${names('Filtros', Object.keys(filters))}${names('Órdenes', sorts)}${more}</dl>`
}

type Described = Record<
  string,
  Record<string, { requestBody?: { content: Content }; responses: Record<string, { content?: Content }> }>
>
type Content = Record<string, { example?: unknown }>

const written = (title: string, value: unknown) =>
  value === undefined
    ? ''
    : `<details><summary>${title}</summary><pre>${escape(JSON.stringify(value, null, 2))}</pre></details>`

/** What is sent and what comes back, as an example. */
function examplesOf(path: string, spec: AnyCall, described: Described): string {
  const call = described[`/api/v1/${path}.json`]?.[spec.method.toLowerCase()]
  const sent = Object.values(call?.requestBody?.content ?? {})[0]?.example
  const answered = call?.responses['200']?.content?.['application/json']?.example
  return written('Petición', sent) + written('Respuesta', answered)
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
<p>${escape(spec.summary)}${spec.extension ? ' <em>(extensión)</em>' : ''}${spec.demo ? ' <em>(solo en modo de demostración)</em>' : ''}</p><p>Necesita: <code>${escape(need)}</code>${parts}</p>${fieldsOf(spec)}${examplesOf(path, spec, described)}${failuresOf(spec)}</section>`
}

/** The readable page of the API: every call of the table, with what it needs. The machine's version is openapi.json. */
export function docsPage(calls: Readonly<Record<string, AnyCall>>, version: string): string {
  const entries = Object.entries(calls)
  const { paths: described } = openApi(calls, version) as { paths: Described }
  const index = entries.map(
    ([path, spec]) => `<li><a href="#${escape(path)}">${escape(path)}</a> ${escape(spec.summary)}</li>`,
  )
  return `<!doctype html><html lang="es"><head><meta charset="utf-8"><title>API de Hilo</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/api/docs.css"></head><body><main>
<h1>API de Hilo</h1><p>Versión ${version}. Descripción completa en <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<p>Cada petición POST lleva <code>{"query": {…}}</code> en JSON o en <code>multipart/form-data</code>. Los errores llegan como
<code>{"error", "result", "msg", "request_id"}</code> con su estado HTTP.</p>
<ul>${index.join('')}</ul>${entries.map(([path, spec]) => section(path, spec, described)).join('')}</main><footer>${version}</footer></body></html>`
}

export const docsStyle = `:root{color-scheme:light dark;font:15px/1.5 Inter,system-ui,sans-serif}
body{max-width:60rem;margin:2rem auto;padding:0 1rem 3rem}h1{font-size:1.5rem}h2{font-size:1rem;margin-top:2.5rem;border-top:1px solid #8888;padding-top:1rem;overflow-wrap:anywhere}
code{font-size:.875em}pre{overflow-x:auto;padding:.75rem;border:1px solid #8886;border-radius:6px;font-size:12.5px;line-height:1.45}summary{cursor:pointer;margin-top:.5rem}dt{font-weight:600;margin-top:.5rem}dd{margin:0}a{color:#08764f}@media(prefers-color-scheme:dark){a{color:#46cc98}}
footer{position:fixed;left:.5rem;bottom:.5rem;font-size:11px}`
