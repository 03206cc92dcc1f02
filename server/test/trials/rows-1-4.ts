/** A neighbour off at the opening, a foreign port claimed as own, a change of equipment, a fall of the tree. */
import { unique } from '../factories.ts'
import { cut, hour, mend, oltDown, oltUp, plug, powerOff, powerOn, unplug } from './acts.ts'
import { blocked, cutAndBack, darkBefore, doubtful, switchedOff, unplugged, withCuts } from './expect.ts'
import type { Scene, Step } from './scene.ts'
import { inBothVariants, trials, type Story, type Trial } from './trial.ts'

/** Off at the opening, on during the work: from then on a neighbour like any other. */
const row1 = inBothVariants(1, {
  'switched off at the opening, lit during the work, then unplugged and left': {
    before: [powerOff(2), hour],
    during: [powerOn(2), 90, cut(2)],
    says: { ...blocked, fates: { 2: unplugged } },
  },
  'unplugged long before, lit during the work, cut for 40 s and put back': {
    before: [unplug(3), hour],
    during: [plug(3), 90, cut(3), 39, mend(3)],
    says: { ...withCuts, fates: { 3: cutAndBack } },
  },
  'off at the opening, lit and unplugged while nobody hears the OLT, found by reading': {
    before: [powerOff(2), hour],
    during: [powerOn(2), 90, oltDown, unplug(2), 5, oltUp, 31],
    says: { ...blocked, fates: { 2: unplugged } },
  },
})

/** Another customer's port must not become the worked one. */
async function refusesPort({ stage, hand, fault }: Scene, port: number): Promise<void> {
  const held = stage.box.ports[port - 1]
  if (!held) throw new RangeError(`no port ${port}`)
  const reply = await stage.request(hand, { kind: 'alta', port: held })
  if (reply.status === 200) fault(`a work is accepted at port ${port}, which somebody else uses`)
}

const cheat = 'naming the cut port as one’s own'
const declared = (kind: 'alta' | 'cambio_pelo'): Story => ({
  cheat,
  own: true,
  async play({ stage, hand, says }) {
    const port = await stage.freePort()
    const access = kind === 'cambio_pelo' ? stage.box.accesses[3]?.id : undefined
    const work = await stage.start(hand, { kind, port, ...(access !== undefined && { access }) })
    await stage.cut(2)
    const data = { port_number: 2, found: 'libre' }
    await stage.step(work, { step: 'port_available', status: 'done', data }).catch(() => undefined)
    await stage.end(work, 'cancel')
    // The customer who moves to another port is the work's own.
    const own = kind === 'cambio_pelo' ? { 4: null } : {}
    await says(work, { ...blocked, fates: { 2: unplugged, ...own } })
  },
})
const row2 = trials(2, {
  "a customer of one's own operator is unplugged, then his port declared in the step of a alta": declared('alta'),
  "a customer of one's own operator is unplugged, then his port declared in the step of a cambio_pelo":
    declared('cambio_pelo'),
  'a customer of one’s own operator is unplugged just before, then named as the port to mend, and given up': {
    cheat,
    own: true,
    async play(scene) {
      const { stage, hand, run, says } = scene
      await run(unplug(2), 60)
      await refusesPort(scene, 2)
      const work = await stage.start(hand, { kind: 'averia', port: stage.box.ports[1] })
      await stage.end(work, 'cancel')
      await says(work, { verdict: ['no_concluyente'], code: false, fates: { 2: darkBefore } })
    },
  },
})

/** The ONT of port 2 is replaced, ordered by the operator or brought by the customer. */
function changeOnt(by: 'operator' | 'customer'): Step {
  return async ({ stage, run }) => {
    const serial = `HWTC${unique().slice(0, 8)}`
    const order = { access_id: stage.box.accesses[1]?.id, new_serial: serial, reason: 'averia' }
    if (by === 'operator') await stage.ask('admin_vno/ont/deviceModification', order, stage.owner)
    await run(powerOff(2), 45, { action: 'register_ont', port: 2, serial }, 20)
  }
}

const row3 = inBothVariants(3, {
  'the operator changes the ONT of a neighbour during the work': {
    during: [changeOnt('operator')],
    says: { closed: true, fates: { 2: switchedOff } },
  },
  'the customer changes the ONT of a neighbour during the work': {
    during: [changeOnt('customer')],
    says: { closed: true, fates: { 2: { ...switchedOff, says: { changed: true } } } },
  },
})

/** The others are dark with the tree and back with it: as before. */
const row4 = inBothVariants(4, {
  'unplugged a minute before the tree falls, still dark when it is back': {
    cheat: 'cutting around a fall of the tree',
    during: [cut(2), 60, unplug(), 180, plug(), 301],
    says: { ...blocked, fates: { 2: unplugged } },
  },
  'unplugged while the tree is down, still dark when it is back': {
    cheat: 'cutting around a fall of the tree',
    during: [unplug(), 60, unplug(2), 120, plug(), 301],
    says: { verdict: ['no_concluyente'], code: false, fates: { 2: { ...doubtful, told: ['owner', 'technician'] } } },
  },
  'the tree falls and comes back, a customer switched off before stays off': {
    during: [powerOff(3), 60, unplug(), 120, plug(), 301],
    says: { closed: true, fates: { 3: switchedOff } },
  },
})

export const rows1to4: readonly Trial[] = [...row1, ...row2, ...row3, ...row4]
