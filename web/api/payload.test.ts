import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountTypeOf } from './account-type.ts'
import { multipart, urlParameters, withoutEmpty } from './payload.ts'
import { problemOf, saysSignedOut } from './problem.ts'

test('empty values are omitted, null is kept', () => {
  const query = { a: '', b: undefined, c: null, d: 0, e: false, f: [], g: { h: '', i: null, j: [undefined, ''] } }
  assert.deepEqual(withoutEmpty(query), { c: null, d: 0, e: false, f: [], g: { i: null, j: [undefined, ''] } })
})

test('a POST carries `query` as JSON text beside the files', async () => {
  const form = multipart({ text: 'x', none: '', cleared: null }, { picture: new Blob(['abc']), nothing: new Blob([]) })
  assert.equal(form.get('query'), '{"text":"x","cleared":null}')
  const picture = form.get('picture')
  assert.ok(picture instanceof Blob && (await picture.text()) === 'abc')
  assert.equal(form.get('nothing'), null)
})

test('a GET carries its fields as URL parameters', () => {
  const query = { account_type: 'va', return_to_url: '/vno?a=1&b=2', empty: '', none: undefined }
  assert.equal(urlParameters(query), 'account_type=va&return_to_url=%2Fvno%3Fa%3D1%26b%3D2')
})

test('the account type follows from the id paths: va before ad before te', () => {
  const none = { vno_admin_account: null, technical_account: null, admin_account: null }
  const one = { id: 7 }
  assert.equal(accountTypeOf(none), 'none')
  assert.equal(accountTypeOf({ ...none, technical_account: one }), 'te')
  assert.equal(accountTypeOf({ ...none, technical_account: one, admin_account: one }), 'ad')
  assert.equal(accountTypeOf({ vno_admin_account: one, technical_account: one, admin_account: one }), 'va')
  assert.equal(accountTypeOf({ ...none, vno_admin_account: { id: 0 } }), 'none')
})

test("problems: the server's code, SYSTEM_ERROR without one, signed out in any of three fields", () => {
  assert.equal(problemOf(500, {}).code, 'SYSTEM_ERROR')
  const { code, message } = problemOf(422, { error: 'VALIDATION', result: 'Falta algo' })
  assert.deepEqual([code, message], ['VALIDATION', 'Falta algo'])
  for (const field of ['error', 'msg', 'message']) {
    assert.ok(saysSignedOut({ [field]: 'YOU_ARE_NOT_LOGGED_IN' }))
    if (field !== 'error') assert.ok(saysSignedOut({ [field]: 'Error: YOU_ARE_NOT_LOGGED_IN (401)' }))
    assert.equal(problemOf(401, { [field]: 'YOU_ARE_NOT_LOGGED_IN' }).code, 'YOU_ARE_NOT_LOGGED_IN')
  }
})
