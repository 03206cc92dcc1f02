/** Words that only one operator's rows contain: none may reach another operator. */
import { inflateRawSync, inflateSync } from 'node:zlib'
import type { Database } from '../db/open.ts'
import type { Vno } from '../test/factories.ts'

type Db = Pick<Database, 'owner'>

/** Data visible to every operator: the physical plant, and common words. */
const shared = ['cto', 'port', 'pon', 'olt', 'port_claim', 'plant_line', 'plant_alarm', 'plant_olt', 'role']
const shortest = 6

const tenantTables = `
  select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
   where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'vno_id'`
const people = `
  select to_jsonb(u) - 'password_hash' as row from app_user u where u.id in (
    select user_id from vno_admin_account where vno_id = $1 union select user_id from technical_account where vno_id = $1)`

/** Words of a row, splitting composite texts. */
function words(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') {
    if (value.length >= shortest && !/^\d{4}-\d\d-\d\d/.test(value) && !/^[\d.,-]+$/.test(value)) into.add(value)
  } else if (typeof value === 'object' && value !== null) {
    for (const one of Object.values(value)) words(one, into)
  }
}

async function rowsOf(db: Db, vno: Vno): Promise<unknown[]> {
  const { rows: tables } = await db.owner.query<{ name: string }>(tenantTables)
  const found: unknown[] = []
  for (const { name } of tables.filter((table) => !shared.includes(table.name) && !table.name.startsWith('audit_'))) {
    const { rows } = await db.owner.query<{ row: unknown }>(
      `select to_jsonb(t) as row from ${name} t where vno_id = $1 limit 500`,
      [vno.id],
    )
    found.push(...rows.map(({ row }) => row))
  }
  const { rows } = await db.owner.query<{ row: unknown }>(people, [vno.id])
  const self = await db.owner.query<{ row: unknown }>('select to_jsonb(v) as row from vno v where id = $1', [vno.id])
  return [...found, ...rows.map(({ row }) => row), ...self.rows.map(({ row }) => row)]
}

/** Texts of the plant, which are public wherever they appear. */
async function plantWords(db: Db): Promise<Set<string>> {
  const into = new Set<string>()
  for (const table of ['cto', 'port', 'pon', 'olt']) {
    const { rows } = await db.owner.query<{ row: unknown }>(`select to_jsonb(t) as row from ${table} t`)
    for (const { row } of rows) words(row, into)
  }
  return into
}

/** Searchable parts of a text: long, and neither plain word nor number. */
const token = /[A-Za-z0-9]{6,}/g
const isMark = (one: string) => /\d/.test(one) && /[A-Za-z]/.test(one)

function tokensOf(texts: Iterable<string>): Set<string> {
  return new Set([...texts].flatMap((text) => (text.match(token) ?? []).filter(isMark)))
}

/** Words in the rows of `theirs`, and neither in those of `mine` nor in the plant. */
export async function canariesOf(db: Db, theirs: Vno, mine: Vno): Promise<ReadonlySet<string>> {
  const [all, known] = [new Set<string>(), await plantWords(db)]
  for (const row of await rowsOf(db, theirs)) words(row, all)
  for (const row of await rowsOf(db, mine)) words(row, known)
  const common = tokensOf(known)
  return new Set([...tokensOf(all)].filter((one) => !common.has(one)))
}

const zipMark = Buffer.from([0x50, 0x4b, 0x03, 0x04])
const entryMark = 0x02014b50

/** The files inside a workbook, unpacked. */
function unzipped(bytes: Buffer): Buffer[] {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0) return []
  const parts: Buffer[] = []
  for (let at = bytes.readUInt32LE(end + 16); bytes.readUInt32LE(at) === entryMark;) {
    const [method, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)]
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const local = bytes.readUInt32LE(at + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const content = bytes.subarray(start, start + size)
    parts.push(method === 8 ? inflateRawSync(content) : content)
    at += 46 + name + extra + comment
  }
  return parts
}

/** The streams of a PDF, unpacked. */
function pdfStreams(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = []
  for (let at = bytes.indexOf('stream\n'); at >= 0; at = bytes.indexOf('stream\n', at + 7)) {
    const end = bytes.indexOf('endstream', at)
    try {
      parts.push(inflateSync(bytes.subarray(at + 7, end)))
    } catch {
      // Not every stream is compressed.
    }
  }
  return parts
}

/** Everything that a reader of an answer could find. */
export function readable(bytes: Buffer): string {
  const parts = bytes.subarray(0, 4).equals(zipMark) ? unzipped(bytes) : [bytes]
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') parts.push(...pdfStreams(bytes))
  return parts.map((part) => part.toString('utf8')).join('\n')
}

/** The request's own id: random, so that of ten thousand one may coincide with a canary. */
const ownId = /"request_id":"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g

/** Finds a canary in a text, except requested ones. */
export function finder(canaries: ReadonlySet<string>): (text: string, asked?: string) => string | null {
  return (text, asked = '') => {
    for (const [one] of text.replace(ownId, '').matchAll(token))
      if (canaries.has(one) && !asked.includes(one)) return one
    return null
  }
}
