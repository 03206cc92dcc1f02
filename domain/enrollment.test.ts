import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  actionsOf,
  enrollmentKinds,
  enrollmentRefusal,
  isDrop,
  isRemoval,
  requiredPictureKind,
  verificationAfter,
  verificationDecisions,
  verificationReasonsOf,
  type EnrollmentFacts,
  type VerificationFacts,
} from './enrollment.ts'
import { limits } from './optics.ts'
import { enrollmentActions, portState, verificationStates } from './status.ts'

const { asignado, ocupado, cesado, disponible } = portState.is
const drop: EnrollmentFacts = {
  kind: 2,
  action: 'A',
  label: 'NEW',
  replaced: null,
  current: null,
  taken: false,
  portState: asignado,
  portsHeld: 1,
}
const code = (over: Partial<EnrollmentFacts>) => enrollmentRefusal({ ...drop, ...over })?.code ?? null

describe('what may be done to a label', () => {
  it('A requires a label that is not in use, on an element without one', () => {
    assert.equal(code({}), null)
    assert.equal(code({ portState: ocupado }), null)
    assert.equal(code({ taken: true }), 'LABEL_DUPLICATE')
    assert.equal(code({ current: 'OLD' }), 'LABEL_DUPLICATE')
    assert.equal(code({ portState: disponible }), 'PORT_NOT_AVAILABLE')
    assert.equal(code({ kind: 1, portState: null }), null)
  })

  it('M requires an element with a label, and confirms or changes it', () => {
    const change = { action: 'M', current: 'OLD' } as const
    assert.equal(code({ action: 'M' }), 'LABEL_MISMATCH')
    assert.equal(code(change), null)
    assert.equal(code({ ...change, label: 'OLD' }), null)
    assert.equal(code({ ...change, replaced: 'OLD' }), null)
    assert.equal(code({ ...change, replaced: 'OTHER' }), 'LABEL_MISMATCH')
    assert.equal(code({ ...change, taken: true }), 'LABEL_DUPLICATE')
  })

  it('R names the label to remove, which must be the current one', () => {
    const replace = { action: 'R', current: 'OLD', replaced: 'OLD' } as const
    assert.equal(code(replace), null)
    assert.equal(code({ ...replace, replaced: null }), 'VALIDATION')
    assert.equal(code({ ...replace, replaced: 'OTHER' }), 'LABEL_MISMATCH')
    assert.equal(code({ ...replace, current: null }), 'LABEL_MISMATCH')
    assert.equal(code({ ...replace, taken: true }), 'LABEL_DUPLICATE')
    assert.equal(code({ ...replace, label: 'OLD' }), 'LABEL_DUPLICATE')
  })

  it('B removes the current label, where no customer is in service any more', () => {
    const remove = { kind: 4, action: 'B', label: 'OLD', current: 'OLD', portState: cesado } as const
    assert.equal(code(remove), null)
    assert.equal(code({ ...remove, label: 'OTHER' }), 'LABEL_MISMATCH')
    assert.equal(code({ ...remove, current: null }), 'LABEL_MISMATCH')
    for (const state of [asignado, ocupado, disponible])
      assert.equal(code({ ...remove, portState: state }), 'PORT_NOT_AVAILABLE')
    const dismantle = { ...remove, kind: 3, portState: null } as const
    assert.equal(code(dismantle), 'IN_USE')
    assert.equal(code({ ...dismantle, portsHeld: 0 }), null)
  })

  it('whatever is known, an action of another kind is refused, and an accepted one keeps the invariants', () => {
    const label = fc.constantFrom('A', 'B', 'C')
    const facts: fc.Arbitrary<EnrollmentFacts> = fc.record({
      kind: fc.constantFrom(...enrollmentKinds),
      action: fc.constantFrom(...enrollmentActions),
      label,
      replaced: fc.option(label),
      current: fc.option(label),
      taken: fc.boolean(),
      portState: fc.option(fc.constantFrom(...portState.values)),
      portsHeld: fc.nat(3),
    })
    fc.assert(
      fc.property(facts, (one) => {
        const refusal = enrollmentRefusal(one)
        if (!actionsOf[one.kind].includes(one.action)) return refusal?.code === 'VALIDATION'
        if (refusal) return true
        // After any action, no two elements have the same label, and only an existing label is removed.
        const puts = !isRemoval(one.kind) && one.label !== one.current
        return !(puts && one.taken) && (one.action === 'A' || one.current !== null)
      }),
    )
  })

  it('required evidence of each kind', () => {
    assert.deepEqual(enrollmentKinds.map(requiredPictureKind), [2, 3, undefined, null])
    assert.deepEqual(enrollmentKinds.filter(isDrop), [2, 4])
  })
})

describe('verification', () => {
  it('only a pending enrolment is decided, and one to be repeated stays pending', () => {
    const table = verificationStates.map((from) => verificationDecisions.map((one) => verificationAfter(from, one)))
    assert.deepEqual(table, [
      ['verificada', 'rechazada', 'pendiente'],
      [null, null, null],
      [null, null, null],
    ])
  })

  it('verification reasons', () => {
    const facts: VerificationFacts = {
      labelSource: 'qr',
      ocrConfidence: null,
      distanceM: null,
      duplicatePicture: false,
      galleryPicture: false,
      powerDbm: null,
      limits: limits('cto_port', 'B+'),
      hasPicture: null,
      labelElsewhere: false,
      tooOld: false,
    }
    const reasons = (over: Partial<VerificationFacts>) => verificationReasonsOf({ ...facts, ...over })
    assert.deepEqual(reasons({}), [])
    assert.deepEqual(reasons({ labelSource: 'ocr', ocrConfidence: 0.85 }), [])
    assert.deepEqual(reasons({ labelSource: 'ocr', ocrConfidence: 0.84 }), ['ocr'])
    assert.deepEqual(reasons({ labelSource: 'ocr' }), ['ocr'])
    assert.deepEqual(reasons({ distanceM: 50, powerDbm: -22, hasPicture: true }), [])
    assert.deepEqual(
      reasons({ labelSource: 'manual', distanceM: 51, powerDbm: -24.01, duplicatePicture: true, hasPicture: false }),
      ['manual', 'far', 'duplicate', 'power', 'no_picture'],
    )
    assert.deepEqual(reasons({ powerDbm: -7.9, labelElsewhere: true }), ['power', 'duplicate_label'])
    assert.deepEqual(reasons({ tooOld: true }), ['offline'])
    assert.deepEqual(reasons({ galleryPicture: true }), ['gallery'])
  })
})
