import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { CallProblem } from './problem.ts'
import { withRequestId } from './request-id.ts'

const kept = new Map<string, string>()
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  },
})
beforeEach(() => kept.clear())

let users = 0
/** A user's actions: the request id of each, and its outcome. */
function person() {
  const user = ++users
  return async (path: string, input: object, status = 200) => {
    let name = ''
    const run = (given: string) => {
      name = given
      return status === 200 ? Promise.resolve() : Promise.reject(new CallProblem('X', 'X', status))
    }
    await withRequestId({ path, input, user }, run).catch(() => undefined)
    return name
  }
}
const assign = 'admin_vno/orders/assign'

for (const status of [0, 401, 403, 408, 425, 429, 500, 502, 503, 507])
  test(`an action that ended with ${status} keeps its request id, whatever version was seen`, async () => {
    const act = person()
    const first = await act(assign, { order_id: 1, technical_id: 2, version: 3 }, status)
    assert.equal(await act(assign, { order_id: 1, technical_id: 2, version: 4 }), first)
    assert.notEqual(await act(assign, { order_id: 1, technical_id: 2, version: 5 }), first)
  })

for (const status of [400, 404, 409, 422])
  test(`an action refused with ${status} had no effect and gets a new request id`, async () => {
    const act = person()
    const first = await act(assign, { order_id: 1, technical_id: 2 }, status)
    assert.notEqual(await act(assign, { order_id: 1, technical_id: 2 }), first)
  })

test('repeating an earlier action after another one on the same record is a new action', async () => {
  const act = person()
  const first = await act(assign, { order_id: 1, technical_id: 2 }, 502)
  await act(assign, { order_id: 1, technical_id: 7 })
  assert.notEqual(await act(assign, { order_id: 1, technical_id: 2 }), first)
})

test('an action on another record, or a creation, changes no request id', async () => {
  const act = person()
  const first = await act(assign, { order_id: 1, technical_id: 2 }, 502)
  const note = await act('admin_vno/notes/create', { event_id: 9, text: 'uno' }, 502)
  await act(assign, { order_id: 4, technical_id: 2 })
  await act('admin_vno/notes/create', { event_id: 9, text: 'dos' })
  assert.equal(await act(assign, { order_id: 1, technical_id: 2 }), first)
  assert.equal(await act('admin_vno/notes/create', { event_id: 9, text: 'uno' }), note)
})

test('another user never gets the request id, and a password leaves no trace on the device', async () => {
  const [one, other] = [person(), person()]
  const first = await one(assign, { order_id: 1 }, 502)
  assert.notEqual(await other(assign, { order_id: 1 }, 502), first)
  kept.clear()
  const secret = await one('account/edit', { pwd: 'secreta', current_pwd: 'otra' }, 502)
  assert.equal(kept.size, 0)
  assert.equal(await one('account/edit', { pwd: 'secreta', current_pwd: 'otra' }), secret)
})
