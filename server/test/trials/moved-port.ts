/** A customer who is moved to another port of the box: what is reported of the old position and of the new one. */
import { randomUUID } from 'node:crypto'
import { condition, portProblem } from '@hilo/domain/status.ts'
import type { Port } from '../plant-factories.ts'
import { control, quarter } from './acts.ts'
import { clean, inDoubt, shared, unplugged } from './expect.ts'
import type { Scene } from './scene.ts'
import { isClosed, rangingS, type Work } from './stage.ts'
import { trials, type Trial } from './trial.ts'

/** A technician of the customer's operator moves the fibre of port 2 to the free port and closes the work. */
async function move({ stage, run, fault }: Scene, free: Port): Promise<Work> {
  const { box } = stage
  const hand = await stage.hand(box.owner)
  const access = box.accesses[1]
  const work = await stage.start(hand, { kind: 'averia', access: access?.id })
  const asked = { event_id: work.id, port_from: box.ports[1]?.id, port_to: free.id }
  const why = { reason: portProblem.is.unavailable, condition_code: condition.is.port_damaged }
  await stage.ask(
    'admin_vno/events/fiber/change/async',
    { ...asked, ...why, client_request_id: randomUUID() },
    hand.token,
  )
  // The OLT dates a fall in whole seconds: in the second of the request it would be older than the work.
  await run(3, { action: 'swap', port: 2, port_to: free.number }, rangingS)
  work.port = free
  work.customer = { serial: access?.serial ?? '', label: `D46-${work.id}-1` }
  const event = await stage.end(work, 'finalize')
  if (!isClosed(event) || event.port_number !== free.number)
    fault(`he is not moved: ${event.process_state} at port ${event.port_number} ${event.error?.text}`)
  return work
}

export const movedPort: readonly Trial[] = trials(null, {
  'a customer is moved to another port during the work: his old port is free, and nothing is said of it': {
    async play(scene) {
      const { stage, hand, run, end, says, fault } = scene
      const free = await stage.freePort()
      const work = await stage.start(hand)
      const mover = await move(scene, free)
      await end(work)
      await says(work, clean)
      await run(control(quarter))
      for (const one of [work, mover]) {
        const { controls } = await stage.report(one)
        const found = controls.flatMap(({ findings }) => findings.map(({ port, class: said }) => `${port} ${said}`))
        if (controls.length === 0 || found.length > 0) fault(`the control of a work finds ${found.join(', ')}`)
      }
    },
  },
  'a customer is moved to another port during the work, then pulled there: found at the new port alone': {
    async play(scene) {
      const { stage, hand, run, end, says } = scene
      const free = await stage.freePort()
      const work = await stage.start(hand)
      await move(scene, free)
      await run(60)
      await stage.cut(free.number)
      await end(work)
      stage.box.ports.push(free)
      const fate = { ...shared(unplugged), told: ['technician'] as const }
      await says(work, { ...inDoubt, closed: false, fates: { [free.number]: fate } })
    },
  },
})
