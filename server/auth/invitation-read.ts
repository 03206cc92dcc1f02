import { Problem } from '@hilo/domain/problem.ts'
import { invitationStatus, vnoStatus } from '@hilo/domain/status.ts'
import type pg from 'pg'
import { sha256 } from './attempts.ts'
import { codeHash } from './entry-code.ts'
import { addressSubject, invitationsByAddress, limited } from './rate-limit.ts'
import { withoutSession } from './sessions.ts'

interface Invited {
  kind: 'admin' | 'technician'
  email: string | null
  name: string | null
  operator: string | null
  role: string
  contractor: string | null
  invited_by: string | null
  /** An administrator has to approve the account afterwards. */
  approval: boolean
  expires_at: string
}
type Found = Invited & { used: boolean; open: boolean }

const { created, used } = invitationStatus.is

/** `$1` the hash of a link's token, `$2` that of a printed code. */
const find = `
  select i.kind, i.email, i.name, v.name as operator, r.name as role, c.name as contractor, i.created_by ->> 'name' as invited_by, false as approval,
    wire_time(i.expires_at) as expires_at, i.state = ${used} as used, i.state = ${created} and i.expires_at > app_now() as open
  from invitation i join role r on r.id = i.role_id left join vno v on v.id = i.vno_id left join contractor c on c.id = i.contractor_id
  where i.token_hash = $1
  union all
  select 'admin', null, u.name, null, r.name, null, null, false, wire_time(e.expires_at), e.used_at is not null,
    e.used_at is null and e.expires_at > now()
  from entry_code e join role r on r.system and r.vno_id is null and r.key = 'admin' left join app_user u on u.id = e.user_id
  where e.code_hash = $2
  union all
  select case s.account_type when 'te' then 'technician' else 'admin' end, s.email, null, v.name, r.name, null, null, true,
    wire_time(s.expires_at), s.used_at is not null, s.used_at is null and s.expires_at > app_now() and v.status = ${vnoStatus.is.enabled}
  from signup_request s join vno v on v.id = s.vno_id
  join role r on r.system and r.vno_id is null and r.key = case s.account_type when 'te' then 'technician' else 'vno' end
  where s.token_hash = $1`

/**
 * An invitation or printed code, shown to its bearer without using it up.
 * @throws Problem RATE_LIMITED, INVITATION_EXPIRED, INVITATION_USED
 */
export async function readInvitation(pool: pg.Pool, token: string, address: string): Promise<Invited> {
  await limited(pool, [invitationsByAddress, addressSubject(address)])
  const rows = await withoutSession(
    pool,
    async (client) => (await client.query<Found>(find, [sha256(token), codeHash(token)])).rows,
  )
  const [found] = rows
  if (!found?.open) throw new Problem(found?.used === true ? 'INVITATION_USED' : 'INVITATION_EXPIRED')
  const { used: _used, open: _open, ...invited } = found
  return invited
}
