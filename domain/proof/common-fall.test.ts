/** Falls of many at once: one set of falls has one verdict. Moments are minutes after the request. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarm, backLit, boxOf, dark, found, judged, lit, neighbour } from '../test/scene.ts'
import { commonFalls } from './common-fall.ts'
import type { Evidence } from './evidence.ts'
import { outageOf, outagesOf } from './outages.ts'
import { timelineOf, type Timeline } from './timeline.ts'

const second = 1 / 60
/** How an OLT dates a fall in its answers, and how one without a clock is heard. */
const evidenceOf = {
  memory: (at: number): Evidence[] => [lit(1), alarm('los', at), dark(29, 'los', at)],
  alarm: (at: number): Evidence[] => [lit(1), alarm('los', at), dark(29, 'los', null)],
}
/** A box of eight of which ports 1, 2, … are pulled at these seconds after minute 10. */
const pulled = (seconds: readonly number[], tell: (at: number) => Evidence[]) =>
  boxOf([], {
    onts: [1, 2, 3, 4, 5, 6, 7, 8].map((port) => {
      const at = seconds[port - 1]
      return at === undefined ? neighbour(port) : neighbour(port, tell(10 + at * second))
    }),
  })
const classesOf = (box: ReturnType<typeof boxOf>, count: number) =>
  judged(box)
    .findings.slice(0, count)
    .map(({ class: one, doubt }) => doubt ?? one)

test('rule 6: of three hairs pulled one after another none is excused by the two beside it', () => {
  assert.deepEqual(classesOf(pulled([0, 2.2, 4.4], evidenceOf.memory), 3), Array(3).fill('desconectado'))
  assert.deepEqual(classesOf(pulled([0, 4.4, 8.8], evidenceOf.alarm), 3), Array(3).fill('desconectado'))
})

test('rule 6: three falls have one verdict, however far apart and in whatever order', () => {
  for (const tell of [evidenceOf.memory, evidenceOf.alarm])
    for (let first = 0; first <= 10; first += 0.5)
      for (let then = 0; then <= 10; then += 0.5) {
        const seconds = [first, 0, first + then]
        const kinds = new Set(classesOf(pulled(seconds, tell), 3))
        assert.equal(kinds.size, 1, `${seconds.join(', ')} s: ${[...kinds].join(', ')}`)
      }
})

test('rule 6: of four falls the one that is apart from three together is a hair of its own', () => {
  const kinds = classesOf(pulled([0, 1, 2, 6], evidenceOf.memory), 4)
  assert.deepEqual(kinds, ['box_feeder', 'box_feeder', 'box_feeder', 'desconectado'])
})

test('rule 6: who is still dark five minutes after the others of its box are back is asked for', () => {
  const others = [2, 3].map((port) => neighbour(port, [lit(1), alarm('los', 10), alarm('up', 15), backLit(40, 10, 15)]))
  const box = boxOf(evidenceOf.memory(10), { onts: [neighbour(1, evidenceOf.memory(10)), ...others, neighbour(4)] })
  const doubtAt = (minutes: number) => found(box, minutes).doubt
  assert.deepEqual([doubtAt(14), doubtAt(19), doubtAt(21)], ['box_feeder', 'box_feeder', 'dark_after_outage'])
})

/** A box in which port 1 says nothing but LOS while the power goes, and so many others outside it say that theirs goes. */
function darkStreet(inside: readonly ('gasps' | 'stays')[], gasps: number, apart = 0) {
  const gasp = (at: number) => [lit(1), alarm('dying_gasp', at), dark(29, 'dying_gasp', at)]
  const here = inside.map((what, index) => neighbour(index + 2, what === 'gasps' ? gasp(10) : [lit(1), lit(29)]))
  const outside = [1, 2, 3, 4].map((one) => (one <= gasps ? gasp(10 + apart * second) : [lit(1), lit(29)]))
  const box = { onts: [neighbour(1, evidenceOf.memory(10)), ...here], tree: { outside, restarts: [] } }
  const { class: one, doubt } = found(boxOf([], box))
  return doubt ?? one
}

test('rule 6: last words of the boxes beside it in the same second tell that the power of the street went', () => {
  assert.equal(darkStreet(['gasps'], 4), 'power_cut')
  assert.equal(darkStreet([], 4), 'power_cut')
  assert.equal(darkStreet(['gasps'], 4, 30), 'desconectado', 'half a minute apart')
  assert.equal(darkStreet(['gasps'], 1), 'desconectado', 'one customer who switched off')
  assert.equal(darkStreet(['stays'], 4), 'desconectado', 'the power of this box has not gone')
  assert.equal(darkStreet(['gasps', 'stays', 'stays'], 4), 'power_cut')
  assert.equal(darkStreet(['gasps', 'stays', 'stays', 'stays'], 4), 'desconectado', 'less than half of the box')
})

/** How often a judgement looks at a darkness in a PON of 32 that falls so many times, each time within four seconds. */
function looksAt(falls: number): number {
  let looks = 0
  const counted = <T extends object>(one: T) =>
    new Proxy(one, {
      get: (target, key, self) => {
        looks++
        return Reflect.get(target, key, self) as unknown
      },
    })
  const ont = (index: number): Timeline => {
    const times = Array.from({ length: falls }, (_, fall) => 2 + fall + index * 0.1 * second)
    const timeline = timelineOf([lit(1), ...times.flatMap((at) => [alarm('los', at), alarm('up', at + 0.4)])])
    return { ...timeline, darks: timeline.darks.map(counted) }
  }
  const all = Array.from({ length: 32 }, (_, index) => ont(index))
  const [inside, outside] = [all.slice(0, 8), all.slice(8)]
  looks = 0
  const outages = outagesOf(inside, outside, [])
  commonFalls(inside, outside)
  for (const timeline of inside) for (const one of timeline.darks) assert.ok(outageOf(outages, timeline, one))
  assert.equal(outages.length, falls)
  return looks
}

test('twice as many falls of a PON cost hardly more than twice as many looks', () => {
  const [few, many] = [looksAt(100), looksAt(200)]
  assert.ok(many < 2.3 * few, `${few} looks for 100 falls, ${many} for 200`)
})
