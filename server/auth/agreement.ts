import { agreementKinds } from '@hilo/domain/account.ts'
import type pg from 'pg'

/** Allowed elements of a text; all others, and every attribute, are refused, not stripped. */
const allowed = new Set([
  'h1',
  'h2',
  'h3',
  'p',
  'ul',
  'ol',
  'li',
  'strong',
  'em',
  'br',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
])

/** The text for display. @throws {Error} in Spanish naming the forbidden part */
function sanitised(html: string): string {
  const text = html.trim()
  for (const [tag] of text.matchAll(/<[^>]*(?:>|$)/g)) {
    const name = /^<\/?([a-z][a-z0-9]*) ?\/?>$/.exec(tag)?.[1]
    if (name === undefined || !allowed.has(name)) throw new Error(`El texto no puede llevar ${tag.slice(0, 40)}.`)
  }
  return text
}

export interface NewAgreement {
  kind: string
  title: string
  html: string
  mandatory: boolean
}

/** Publishes the next version of an agreement, in force at once. @throws {Error} in Spanish */
export async function publishAgreement(
  client: pg.ClientBase,
  { kind, title, html, mandatory }: NewAgreement,
): Promise<number> {
  if (!agreementKinds.some((one) => one === kind))
    throw new Error(`«${kind}» tiene que ser ${agreementKinds.join(', ')}.`)
  const { rows } = await client.query<{ version: number }>(
    `insert into agreement (kind, version, title, html_sanitised, mandatory)
     select $1::text, coalesce(max(version), 0) + 1, $2, $3, $4 from agreement where kind = $1 returning version`,
    [kind, title, sanitised(html), mandatory],
  )
  return rows[0]?.version ?? 0
}
