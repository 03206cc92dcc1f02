import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge } from './audit.mjs'

const advisory = (severity, id) => ({ title: 'Una falta', severity, url: `https://github.com/advisories/${id}` })
const report = (vulnerabilities) => JSON.stringify({ auditReportVersion: 2, vulnerabilities })
const one = report({
  sharp: { severity: 'high', via: [advisory('high', 'GHSA-aaaa'), advisory('low', 'GHSA-bbbb')] },
  hilo: { severity: 'high', via: ['sharp'] },
})

test('a grave advisory against a package fails by its name, a lesser one does not', () => {
  const { wrong } = judge(one, [], '2026-11-26')
  assert.equal(wrong.length, 1)
  assert.match(wrong[0], /^sharp: high, Una falta .*GHSA-aaaa$/)
  assert.deepEqual(judge(report({}), [], '2026-11-26'), { offered: true, wrong: [] })
})

test('an exception holds until its day', () => {
  const exception = { advisory: 'GHSA-aaaa', reason: 'no se usa', until: '2026-11-26' }
  assert.deepEqual(judge(one, [exception], '2026-11-26').wrong, [])
  assert.equal(judge(one, [exception], '2026-11-27').wrong.length, 1)
})

test('a registry without advisory support differs from one without findings', () => {
  const refused = `npm warn audit 405 Method Not Allowed\n${JSON.stringify({ message: '405', statusCode: 405 })}`
  for (const text of ['', 'sin red', refused]) assert.deepEqual(judge(text, [], '2026-11-26'), { offered: false })
})
