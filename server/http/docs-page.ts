import type { AnyCall } from '@hilo/contract/call.ts'

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

function section(path: string, spec: AnyCall): string {
  const named: Record<string, string> = { none: 'sin sesión', any: 'cualquier sesión' }
  const need = [spec.privilege]
    .flat()
    .map((one) => named[one] ?? one)
    .join(' o ')
  return `<section id="${escape(path)}"><h2><b>${spec.method}</b> /api/v1/${escape(path)}.json</h2>
<p>${escape(spec.summary)}${spec.extension ? ' <em>(extensión)</em>' : ''}${spec.demo ? ' <em>(solo en modo de demostración)</em>' : ''}</p><p>Necesita: <code>${escape(need)}</code></p>${fieldsOf(spec)}</section>`
}

/** The readable page of the API: every call of the table, with what it needs. The machine's version is openapi.json. */
export function docsPage(calls: Readonly<Record<string, AnyCall>>, version: string): string {
  const entries = Object.entries(calls)
  const index = entries.map(
    ([path, spec]) => `<li><a href="#${escape(path)}">${escape(path)}</a> ${escape(spec.summary)}</li>`,
  )
  return `<!doctype html><html lang="es"><head><meta charset="utf-8"><title>API de Hilo</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/api/docs.css"></head><body><main>
<h1>API de Hilo</h1><p>Versión ${version}. Descripción completa en <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<p>Cada petición POST lleva <code>{"query": {…}}</code> en JSON o en <code>multipart/form-data</code>. Los errores llegan como
<code>{"error", "result", "msg", "request_id"}</code> con su estado HTTP.</p>
<ul>${index.join('')}</ul>${entries.map(([path, spec]) => section(path, spec)).join('')}</main><footer>${version}</footer></body></html>`
}

export const docsStyle = `:root{color-scheme:light dark;font:15px/1.5 Inter,system-ui,sans-serif}
body{max-width:60rem;margin:2rem auto;padding:0 1rem 3rem}h1{font-size:1.5rem}h2{font-size:1rem;margin-top:2.5rem;border-top:1px solid #8888;padding-top:1rem;overflow-wrap:anywhere}
code{font-size:.875em}dt{font-weight:600;margin-top:.5rem}dd{margin:0}a{color:#08764f}@media(prefers-color-scheme:dark){a{color:#46cc98}}
footer{position:fixed;left:.5rem;bottom:.5rem;font-size:11px}`
