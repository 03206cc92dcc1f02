import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { failedPages } from './failed-pages.mjs'

test('the log of a run shows the pages of its failed tests, and of no other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hilo-pages-'))
  const path = join(folder, 'error-context.md')
  await writeFile(path, '# Error details\n\n```\nx\n```\n\n# Page snapshot\n\n```yaml\n- button "Cerrar"\n```\n')
  const spec = (title, status) => ({
    title,
    tests: [{ status, results: [{ attachments: [{ name: 'error-context', path }] }] }],
  })
  const suites = [{ suites: [{ specs: [spec('one', 'unexpected'), spec('other', 'expected')] }] }]
  assert.match(failedPages(suites), /Page of: one\n- button "Cerrar"/)
  assert.doesNotMatch(failedPages(suites), /other/)
  assert.equal(failedPages([{ specs: [spec('other', 'expected')] }]), '')
  await rm(folder, { recursive: true })
})
