/** What a notice says: the words of its kind around what it tells, put together where it is read. */
import { noticeKinds } from '@hilo/domain/notice.ts'
import { text } from '../../http/texts.ts'

const literal = (value: string) => `'${value.replaceAll("'", "''")}'`
const templates = (of: (kind: string) => string) =>
  literal(JSON.stringify(Object.fromEntries(noticeKinds.map((kind) => [kind, of(kind)]))))

/** SQL of the template; the fields are filled in by `notice_text`, so they are left standing here. */
function filled(alias: string, of: (kind: string) => string): string {
  return `notice_text(coalesce(${templates(of)}::jsonb ->> ${alias}.kind, ${alias}.kind), ${alias}.payload)`
}

/** A text as it stands in the catalogue, its fields unfilled. */
const raw = (key: string) => text(key, new Proxy({}, { get: (_, name) => `{{${String(name)}}}` }))

export const noticeTitle = (alias: string): string => filled(alias, (kind) => raw(`notice.title.${kind}`))
export const noticeText = (alias: string): string => filled(alias, (kind) => raw(`notice.text.${kind}`))
