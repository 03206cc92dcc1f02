import { platforms } from '@hilo/domain/device.ts'
import type pg from 'pg'

interface NewRelease {
  platform: string
  version: string
  mandatory: boolean
  /** Store address of a native application. */
  storeUrl?: string | undefined
  notes?: string | undefined
}

/** Publishes a version to all clients; publishing the same one again corrects it. @throws {Error} in Spanish */
export async function publishRelease(
  client: Pick<pg.ClientBase, 'query'>,
  { platform, version, mandatory, storeUrl, notes }: NewRelease,
): Promise<void> {
  if (!platforms.some((one) => one === platform))
    throw new Error(`«${platform}» tiene que ser ${platforms.join(', ')}.`)
  if (!/^\d{1,4}(\.\d{1,4}){0,3}$/.test(version)) throw new Error(`«${version}» no es una versión, por ejemplo 1.0.20.`)
  if (storeUrl !== undefined && URL.parse(storeUrl)?.protocol !== 'https:')
    throw new Error(`«${storeUrl}» tiene que ser una dirección https.`)
  await client.query(
    `insert into app_release (platform, version, mandatory, store_url, notes) values ($1, $2, $3, $4, $5)
     on conflict (platform, version) do update set mandatory = excluded.mandatory, store_url = excluded.store_url, notes = excluded.notes`,
    [platform, version, mandatory, storeUrl ?? null, notes ?? null],
  )
}
