import type { Output } from '@hilo/contract/index.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { invitationStatus, vnoStatus } from '@hilo/domain/status.ts'
import type pg from 'pg'
import { sha256 } from './attempts.ts'
import { codeHash } from './entry-code.ts'
import { shutOut } from './entry-refusal.ts'
import { addressSubject, invitationsByAddress, limited } from './rate-limit.ts'
import { enteringAccountOf, withoutSession } from './sessions.ts'

type Invited = Omit<Output<'account/invitation/get'>['record'], 'own_password'>
interface State {
  used: boolean
  open: boolean
  /** Whose identity a code would link although none of the person's accounts may enter. */
  shut_out: number | null
}

const { created, used } = invitationStatus.is

/**
 * `$1` the hash of a link's token, `$2` that of a printed code. A code of kind `first` counts as used once there is an
 * administrator.
 */
const find = `
  select 'invitation' as purpose, i.kind, i.email, i.name, v.name as operator, r.name as role, c.name as contractor,
    i.created_by ->> 'name' as invited_by, wire_time(i.expires_at) as expires_at, i.state = ${used} as used,
    i.state = ${created} and i.expires_at > app_now() as open, null::bigint as shut_out
  from invitation i join role r on r.id = i.role_id left join vno v on v.id = i.vno_id left join contractor c on c.id = i.contractor_id
  where i.token_hash = $1
  union all
  select case e.kind when 'admin' then 'administrator' else e.kind end, case a.type when 'te' then 'technician' else 'admin' end,
    null, u.name, v.name, r.name, c.name, null, wire_time(e.expires_at), e.used_at is not null or spent,
    e.used_at is null and e.expires_at > now() and not spent, case when a.id is null then e.user_id end
  from entry_code e
  cross join lateral (select e.kind = 'first' and exists (select from admin_account) as spent) other
  left join app_user u on u.id = e.user_id
  left join lateral (${enteringAccountOf('e.user_id')}) a on true
  left join vno v on v.id = a.vno_id
  left join contractor c on c.id = a.contractor_id
  left join role r on r.id = case e.kind when 'link' then a.role_id
    else (select id from role where system and vno_id is null and key = 'admin') end
  where e.code_hash = $2
  union all
  select 'signup', case s.account_type when 'te' then 'technician' else 'admin' end, s.email, null, v.name, r.name, null, null,
    wire_time(s.expires_at), s.used_at is not null,
    s.used_at is null and s.expires_at > app_now() and v.status = ${vnoStatus.is.enabled}, null
  from signup_request s join vno v on v.id = s.vno_id
  join role r on r.system and r.vno_id is null and r.key = case s.account_type when 'te' then 'technician' else 'vno' end
  where s.token_hash = $1`

/**
 * An invitation or printed code, shown to its bearer without using it up.
 * @throws Problem RATE_LIMITED, INVITATION_EXPIRED, INVITATION_USED, ACCOUNT_DISABLED
 */
export async function readInvitation(pool: pg.Pool, token: string, address: string): Promise<Invited> {
  await limited(pool, [invitationsByAddress, addressSubject(address)])
  return await withoutSession(pool, async (client) => {
    const [found] = (await client.query<Invited & State>(find, [sha256(token), codeHash(token)])).rows
    if (!found?.open) throw new Problem(found?.used === true ? 'INVITATION_USED' : 'INVITATION_EXPIRED')
    if (found.shut_out !== null) throw await shutOut(client, found.shut_out)
    const { used: _used, open: _open, shut_out: _shutOut, ...invited } = found
    return invited
  })
}
