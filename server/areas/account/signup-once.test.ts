/** A sign-up with a lost answer is repeated as the same sign-up. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { it } from 'node:test'
import type { UserInfo } from '@hilo/contract/account/account.ts'
import { columnOf, refusalOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeVno } from '../../test/factories.ts'
import { startTestServer, type Answer } from '../../test/harness.ts'
import { makeInvited } from '../../test/people-factories.ts'

const pwd = 'una clave bien larga y rara'
const server = closedAfter(await startTestServer())
const vno = await makeVno(server.db)

const idOf = ({ body }: Answer) => (body as UserInfo).user.id

it('F10 repeated, also concurrently, it makes one account, and each answer its own session', async () => {
  const { token, email } = await makeInvited(server.db, { vno })
  const query = { name: 'Ana', email, pwd, invitation_token: token }
  const client_request_id = randomUUID()
  const ask = (more: object = {}) => server.call('account/signup', { ...query, client_request_id, ...more })
  const answers = [...(await Promise.all([ask(), ask(), ask()])), await ask()]
  assert.deepEqual(columnOf(answers, 'status'), [200, 200, 200, 200])
  assert.equal(new Set(answers.map(idOf)).size, 1)
  assert.equal(new Set(answers.map((one) => /hilo_session=[^;]+/.exec(String(one.headers['set-cookie']))?.[0])).size, 4)
  assert.equal((await server.rows('select from vno_admin_account where email = $1', email)).length, 1)
  for (const more of [{ name: 'Otra' }, { pwd: `${pwd} distinta` }])
    assert.deepEqual(refusalOf(await ask(more)), [409, 'REQUEST_ID_REUSED'])
})
