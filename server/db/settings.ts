/** Refuses a database that could lose confirmed data. */
import type pg from 'pg'
import type { Log } from '../log.ts'

const oldest = 15

/** @throws {Error} in Spanish, naming the setting */
export async function checkSettings(owner: pg.Client, log: Log): Promise<void> {
  const { rows } = await owner.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in
       ('server_version_num', 'fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'server_encoding')`,
  )
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]))
  const version = Math.floor(Number(settings.get('server_version_num')) / 10_000)
  if (version < oldest) throw new Error(`Hace falta PostgreSQL ${oldest} o posterior; este es el ${version}.`)
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes'])
    if (settings.get(name) === 'off')
      throw new Error(`PostgreSQL tiene ${name} desactivado y podría perder datos confirmados. Actívalo.`)
  if (settings.get('server_encoding') !== 'UTF8')
    throw new Error('La base de datos tiene que usar la codificación UTF8.')
  if (settings.get('data_checksums') === 'off')
    log.warn('PostgreSQL no comprueba sus páginas (data_checksums): un disco dañado puede pasar inadvertido.')
}
