import { Problem } from '@hilo/domain/problem.ts'
import { asProcess } from '../../kernel/sql/in-process.ts'
import { Json, type WriteHandler } from '../../kernel/handler.ts'
import { endInvitations } from '../../people/invite.ts'
import { outdate } from '../../plant/box-reading.ts'
import { SimulatedPlant } from '../../plant/simulated/simulated-plant.ts'
import { advanceClock, advanceJobs, boxByCode, clock, trustOlt } from './queries.ts'

/** Demonstration: manipulations of the simulated plant, and its clock. */
export const demo = {
  'demo/plant/act': (async ({ plant: { plant }, sql, audit }, { cto_code, cto_code_to, ...deed }) => {
    if (!(plant instanceof SimulatedPlant)) throw new Problem('REQUEST_NOT_EXIST')
    const find = async (code: string) => {
      const [box] = await sql.rows<{ id: number }>(boxByCode, [code])
      if (!box) throw new Problem('CTO_NOT_FOUND')
      return box.id
    }
    const box = await find(cto_code)
    const to = cto_code_to === undefined ? {} : { cto_to: await find(cto_code_to) }
    const at = await asProcess(sql, async () => {
      await outdate(sql, [box, ...Object.values(to)])
      if (deed.action === 'olt_up') await sql.rows(trustOlt, [box])
      return await plant.actWithin(sql, box, { ...deed, ...to })
    })
    const other = cto_code_to === undefined ? {} : { cto_code_to }
    audit({ entity: 'plant', entityId: box, after: { cto_code, ...other, ...deed } })
    return { result_flag: 1, record: { action: deed.action, cto_code, at: at.toISOString() } }
  }) satisfies WriteHandler<'demo/plant/act'>,

  'demo/plant/clock': (async ({ sql, audit }, { advance_s }) => {
    await sql.rows(advanceClock, [advance_s])
    await sql.rows(advanceJobs, [advance_s])
    // Invitations may have expired by the new time.
    await asProcess(sql, () => sql.rows(endInvitations, []))
    audit({ entity: 'demo_clock', after: { advance_s } })
    return new Json((await sql.json(clock, [])) ?? '')
  }) satisfies WriteHandler<'demo/plant/clock'>,
}
