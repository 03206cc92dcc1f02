/** Two operators on one server, and the means to call it. */
import type { Path } from '@hilo/contract/index.ts'
import { startTestServer, type Answer, type TestServer } from '../test/harness.ts'
import { canariesOf, finder } from './canaries.ts'
import { insiders, makeTwin, specOf, type Everybody, type Who } from './twins.ts'
import { knownRecords, type Side } from './field-records.ts'

export type Transport = 'json' | 'multipart'

export interface Scene {
  server: TestServer
  mine: Side
  theirs: Side
  people: Everybody
  /** Finds a word of the other operator in a text, unless requested. */
  canary: ReturnType<typeof finder>
  /** Finds an own word in a text. */
  ownWord: ReturnType<typeof finder>
  ask(path: Path, query: object, who: Who, transport?: Transport): Promise<Answer>
  /** A valid own input of the call. */
  base(path: Path): object
}

const noWalls = `
  do $$ declare t regclass; begin
    for t in select oid from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity loop
      execute format('alter table %s disable row level security', t);
    end loop; end $$`

/** @param walls false: disables row-level security in every table after both are created */
export async function openScene({ walls = true } = {}): Promise<Scene> {
  const server = await startTestServer()
  const twins = [await makeTwin(server), await makeTwin(server)] as const
  const mine: Side = { twin: twins[0], known: await knownRecords(server, twins[0]) }
  const theirs: Side = { twin: twins[1], known: await knownRecords(server, twins[1]) }
  const { made } = mine.twin
  if (!walls) await server.db.owner.query(noWalls)
  return {
    server,
    mine,
    theirs,
    people: await insiders(server, mine.twin),
    canary: finder(await canariesOf(server.db, theirs.twin.vno, mine.twin.vno)),
    ownWord: finder(await canariesOf(server.db, mine.twin.vno, theirs.twin.vno)),
    ask: (path, query, who, transport = 'json') => {
      const parts = transport === 'multipart' && specOf(path).method === 'POST' ? {} : undefined
      return server.call(path, query, { ...who, files: made.files[path] ?? parts })
    },
    base: (path) => made.inputs[path] ?? {},
  }
}

/** All rows of an operator, by table. */
export async function rowsOfVno({ db }: TestServer, vno: number): Promise<Record<string, string>> {
  const { rows } = await db.owner.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'vno_id' and c.table_name !~ '^audit_\\d'`,
  )
  const found: Record<string, string> = {}
  for (const { name } of rows) {
    const text = `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as said from ${name} t where vno_id = $1`
    found[name] = (await db.owner.query<{ said: string }>(text, [vno])).rows[0]?.said ?? ''
  }
  return found
}
