/** Text of a notice: the template of its kind with its payload, filled in when it is read. */
import { noticeKinds } from '@hilo/domain/notice.ts'
import { text } from '../../kernel/texts.ts'

const literal = (value: string) => `'${value.replaceAll("'", "''")}'`
const templates = (of: (kind: string) => string) =>
  literal(JSON.stringify(Object.fromEntries(noticeKinds.map((kind) => [kind, of(kind)]))))

/** SQL of the template; `notice_text` fills in its placeholders. */
function filled(alias: string, of: (kind: string) => string): string {
  return `notice_text(coalesce(${templates(of)}::jsonb ->> ${alias}.kind, ${alias}.kind), ${alias}.payload)`
}

/** A template of the catalogue with its placeholders. */
const raw = (key: string) => text(key, new Proxy({}, { get: (_, name) => `{{${String(name)}}}` }))

export const noticeTitle = (alias: string): string => filled(alias, (kind) => raw(`notice.title.${kind}`))
export const noticeText = (alias: string): string => filled(alias, (kind) => raw(`notice.text.${kind}`))
