/** The full matrix: every field in every form, by every person, over both transports and in both formats. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { askedFor, askForeign, foreignFields, type Manner } from './foreign-records.ts'
import { openScene } from './scene.ts'
import { specOf } from './twins.ts'

it('S2 a foreign record answers like a missing one, for every person and form', async () => {
  const scene = await openScene()
  try {
    const { known } = foreignFields(scene)
    const asked = askedFor(known)
    let checks = 0
    for (const who of Object.entries(scene.people)) {
      for (const field of known) {
        const manners: Partial<Manner>[] =
          specOf(field.path).kind === 'download'
            ? [{ more: { format: 'csv' } }, { more: { format: 'xlsx' }, transport: 'multipart' }]
            : [{ transport: 'json' }, { transport: 'multipart' }]
        for (const manner of manners) {
          const told = await askForeign(scene, field, { who, asked, ...manner })
          assert.deepEqual(told.faults, [])
          checks += told.checks
        }
      }
    }
    console.log(`${checks} comprobaciones`)
    assert.ok(checks > 10_000, `${checks} checks`)
  } finally {
    await scene.server.close()
  }
})
