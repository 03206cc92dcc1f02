import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { endOthers, noteFactor } from './factor-notes.ts'

/**
 * Last resort for a person who lost passkeys and recovery codes: removes both and all sessions, so that the password suffices
 * for the next sign-in. For the installation's administrator, in the scope of all operators.
 * @returns number of passkeys removed; null if the address is unknown
 */
export async function removeSecondFactor(client: pg.ClientBase, email: string): Promise<number | null> {
  await client.query('begin')
  try {
    const removed = await remove(client, email)
    await client.query('commit')
    return removed
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function remove(client: pg.ClientBase, email: string): Promise<number | null> {
  const { rows: people } = await client.query<{ id: number }>(
    'select id::int from app_user where email = lower($1) for update',
    [email],
  )
  const [person] = people
  if (!person) return null
  const { rows } = await client.query<{ name: string }>('delete from passkey where user_id = $1 returning name', [
    person.id,
  ])
  await client.query('delete from recovery_code where user_id = $1', [person.id])
  if (rows.length === 0) return 0
  await endOthers(client, person.id, '')
  const by = { channel: 'admin', address: '', device: 'npm run admin', requestId: randomUUID() } as const
  const names = rows.map(({ name }) => name).join(', ')
  const change = { call: 'account/passkeys/delete', after: { removed: rows.length }, kind: 'passkey_removed' } as const
  await noteFactor(client, person.id, by, { ...change, values: { passkey: names } })
  return rows.length
}
