/** A history as a person reads it. */
import type { History, Session } from './case-file.ts'
import { isHand, longAgo, type Act, type Plan } from './plan.ts'

function clock(at: number | null): string {
  if (at === null) return 'for good'
  if (at === longAgo) return 'long ago'
  const seconds = Math.abs(at) / 1000
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return `${at < 0 ? '-' : ''}${h}:${String(m).padStart(2, '0')}:${s.toFixed(1).padStart(4, '0')}`
}

function placeOf(plan: Plan, id: number): string {
  const ont = plan.onts.find((one) => one.id === id)
  return ont ? `box ${ont.box} port ${ont.port}${ont.off === 'dying_gasp' ? '' : ` (off: ${ont.off})`}` : '?'
}

function actLine(plan: Plan, act: Act): string {
  const who = isHand(act) ? `HAND of work ${act.work}` : '    '
  const where = 'ont' in act ? placeOf(plan, act.ont) : 'box' in act ? `box ${act.box}` : ''
  const { kind, at, until, ont: _ont, box: _box, work: _work, ...rest } = act as Act & Record<string, unknown>
  const extra = Object.keys(rest).length ? JSON.stringify(rest) : ''
  return `  ${clock(at)} .. ${clock(until)}  ${who} ${kind} ${where} ${extra}`
}

export function tellHistory(history: History, session: Session, port: number): string {
  const { plan, world } = history
  const { boxes, clockless, powerless, forgets, seed } = plan
  const one = world.onts.find(({ ont }) => ont.box === session.work.box && ont.port === port)
  const works = plan.works.map(
    (work) =>
      `  work ${work.id} box ${work.box} technician ${work.technician} operator ${work.vno}: request ${clock(work.from)}, opened ${
        work.opened === null ? 'never' : clock(work.opened)
      }, closed ${clock(work.to)}, ${work.controls ? 'controls' : 'no controls'}, for ${work.worked === null ? 'a free port' : placeOf(plan, work.worked)}`,
  )
  const dark = one?.darks.map(
    (each) =>
      `  dark ${clock(each.from)} .. ${each.to === null ? 'now' : clock(each.to)} ${each.cause} by ${each.by?.kind ?? 'before'}`,
  )
  const shift = (text: string) => text.replaceAll(/17\d{11}/g, (stamp) => clock(Number(stamp) - 1_750_000_000_000))
  const evidence = one ? history.evidence(one, session).map((each) => `  ${shift(JSON.stringify(each))}`) : []
  return [
    `seed ${seed}: ${plan.onts.length} ONTs in ${boxes} boxes${clockless ? ', no clock' : ''}${powerless ? ', no powers' : ''}${forgets ? ', forgets at a restart' : ''}${history.plant.stampedLate ? ', alarms stamped late' : ''}${plan.cachesPowers ? ', powers cached' : ''}, clock ${JSON.stringify(plan.clock)}`,
    ...works,
    ...plan.acts.toSorted((a, b) => a.at - b.at).map((act) => actLine(plan, act)),
    `truth of port ${port}:`,
    ...(dark ?? []),
    `evidence of port ${port} at ${session.moment} of work ${session.work.id}, ${clock(session.at)}:`,
    ...evidence,
  ].join('\n')
}
