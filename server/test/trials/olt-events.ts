/** Spontaneous events of an OLT and the mains, and unrecorded positions. */
import { insert } from '../factories.ts'
import { makeNeighbours } from '../watched-box.ts'
import { cut, faulty, oltRestart, plug, powerOff, unplug } from './acts.ts'
import { blocked, switchedOff, unplugged, untouched } from './expect.ts'
import type { Deed } from './stage.ts'
import { oddRow, trials, type Trial } from './trial.ts'

/** The OLT, or the card of the tree, restarts during work; a neighbour unplugged before stays so. */
function restarts(what: string, act: Deed, lost: boolean): Trial[] {
  const how = `${what} starts again${lost ? ', and its alarm is lost' : ''}`
  const manner = faulty(lost ? { mute: ['agent_restart', 'pon_los', 'pon_los_clear'] } : {})
  return trials(oddRow, {
    [`${how}: nobody is blamed`]: { before: [manner], during: [300, act, 30], says: { closed: true } },
    [`${how}: who was unplugged before is found`]: {
      before: [manner],
      during: [300, cut(2), 30, act, 30],
      says: { ...blocked, fates: { 2: unplugged } },
    },
  })
}

export const oltEvents: readonly Trial[] = [
  ...[false, true].flatMap((lost) => restarts('the OLT', oltRestart, lost)),
  ...[false, true].flatMap((lost) => restarts('a card', { action: 'card_restart' }, lost)),
  ...trials(oddRow, {
    'the power of the whole box goes: nobody is blamed': {
      during: [powerOff(), 120],
      says: { closed: true, others: switchedOff },
    },
    'the power of the whole box goes and no ONT has a last gasp, but LOS: nobody is blamed': {
      before: [faulty({ gasps: 0, losForGasp: true })],
      during: [powerOff(), 120],
      says: {
        verdict: ['no_concluyente'],
        code: false,
        others: { ...untouched, class: ['no_concluyente'], case: null },
      },
    },
    // Indistinguishable from a hand.
    'a customer switches off and his ONT raises LOS instead of a gasp: his light is lost, as far as anybody knows': {
      before: [faulty({ gasps: 0, losForGasp: true })],
      during: [powerOff(2), 120],
      says: { ...blocked, fates: { 2: { ...unplugged, truth: 'undecidable' } } },
    },
    'the tree falls, and of all alarms only that of the PON comes: nobody is blamed': {
      before: [faulty({ mute: ['los'] })],
      during: [unplug(), 40, plug(), 61],
      says: { closed: true },
    },
    'a hair is put into a box of another PON: its ONT has moved, and is blamed on the work': {
      async play({ stage, workWith, says }) {
        const { oltId } = stage.box
        const pon = { olt_id: oltId, slot: 1, port: 2, code: `OLT-${oltId}/1/1/2`, tx_dbm: 5 }
        const { db } = stage.door
        const other = await makeNeighbours(db, { ponId: await insert(db, 'pon', pon) })
        const work = await workWith({ action: 'swap', port: 2, port_to: 1, cto_code_to: other.cto.code }, 30)
        await says(work, { ...blocked, fates: { 2: { ...unplugged, class: ['movido'] } } })
      },
    },
    'the inventory knows no ONT of the box: nobody is blamed, and nothing is said to be clean': {
      before: [
        ({ stage }) =>
          stage.door.db.owner.query('update access set ont_serial = null where cto_id = $1', [stage.box.cto.id]),
      ],
      during: [unplug(2), 60],
      says: {
        code: false,
        others: { truth: 'undecidable', class: ['igual', 'no_concluyente'], blame: false, case: null, told: [] },
      },
    },
  }),
]
