/** Compares the product's findings of a played history with the physical truth of the domain's simulator (`World`). */
import type { Report, Unplugged } from '@hilo/contract/neighbors/neighbors.ts'
import { epoch, isHand, type Act, type Hand, type Ont } from '../../../domain/test/history/plan.ts'
import { World } from '../../../domain/test/history/world.ts'
import { isBlamable } from '@hilo/domain/proof/judgement.ts'
import type { NeighbourClass } from '@hilo/domain/status.ts'
import { isClosed } from '../../../server/test/trials/stage.ts'
import { isPlain } from './draw.ts'
import type { Course, Led } from './play.ts'

export interface Judged {
  harmed: number
  found: number
  untouched: number
  /** In words, by what is wrong. */
  missed: string[]
  blamed: string[]
  late: string[]
  other: string[]
}

type Row = Report['diff'][number]
interface Said {
  led: Led
  index: number
  report: Report
  cases: Unplugged[]
  /** Rows of one port, of the closing and of every control. */
  rows(port: number): Row[]
}

/** Minimum harm that must be found: shorter cuts may be classed `microcorte`, smaller losses are within the noise. */
const surelyCutMs = 25_000
const controlsMs = 24 * 3_600_000
/** A cut that ended at least this long before the closing must have raised its alarm, ms. */
const tellMs = 200_000
const harmClasses: readonly NeighbourClass[] = [
  'desconectado',
  'movido',
  'degradado',
  'corte_recuperado',
  'no_concluyente',
]

/** The truth of what was done, moments counted as the domain's histories count them. */
function worldOf({ stage, story, acts }: Course): World {
  const ont = (port: number): Ont => ({
    id: port,
    box: 0,
    port,
    vno: 1,
    off: 'dying_gasp',
    splitter: 0,
    rx: -19,
    oltRx: -21,
    distance: 1000,
    baseline: null,
  })
  const shifted = acts.map((act): Act => {
    const at = act.at - epoch
    const until = act.until === null || act.until === Infinity ? act.until : act.until - epoch
    return { ...act, at, until } as Act
  })
  const onts = stage.box.ports.map(({ number }) => ont(number))
  const clock = { offset: 0, drift: 0, jump: null }
  const plain = { clockless: false, powerless: false, forgets: false, cachesPowers: false, clock }
  return new World({ seed: story.seed, onts, boxes: 1, works: [], acts: shifted, ...plain })
}

const windowEnd = ({ closedAt }: Led) => (closedAt === null ? Infinity : closedAt + controlsMs)

/** Harm of one hand that the plant shows: it took the light itself, for long enough, or light that stayed away. */
function isShown(world: World, hand: Hand): boolean {
  const one = world.onts.find(({ ont }) => ont.id === hand.ont)
  if (!one) return false
  if (hand.kind !== 'unplug') return hand.kind === 'bend' && world.darkAt(one, hand.at) === undefined
  const dark = one.darks.find(({ by }) => by === hand)
  return dark !== undefined && dark.cause === 'los' && (dark.to ?? Infinity) - dark.from >= surelyCutMs
}

async function saidOf({ stage }: Course, led: Led, index: number): Promise<Said> {
  const report = await stage.report(led.work)
  const of = (rows: readonly Row[], port: number) => rows.filter((row) => row.port === port)
  const rows = (port: number) => [
    ...of(report.diff, port),
    ...report.controls.flatMap(({ findings }) => of(findings, port)),
  ]
  return { led, index, report, cases: await stage.cases(led.work), rows }
}

const isValid = ({ report }: Said) => report.discharge_code !== null && report.discharge_withdrawn === null

function judgeHarm(course: Course, all: readonly Said[], said: Said, hand: Hand, into: Judged): void {
  const { led, rows, cases } = said
  const { ont: port } = hand
  const at = hand.at + epoch
  const name = `port ${port}, ${hand.kind} of work ${said.index + 1}`
  const others = all.filter((one) => one !== said && one.led.from <= at && at <= windowEnd(one.led))
  const alone = others.every((one) => one.led.hand.vno.id === led.hand.vno.id)
  into.harmed++
  const found = rows(port).filter((row) => harmClasses.includes(row.class))
  const sure = isPlain(course.story) && alone
  const good = sure ? found.filter((row) => row.class !== 'no_concluyente' && (row.blame || row.shared)) : found
  if (good.length === 0) {
    const classes = rows(port).map(
      (row) => `${row.class}${row.doubt ? ` (${row.doubt})` : ''}${row.blame ? ' blamed' : ''}`,
    )
    into.missed.push(`${name} is ${classes.join(', ') || 'not in the report'}`)
    return
  }
  into.found++
  // After the closing only what is this work's alone takes the code back.
  const isOwn = others.length === 0 || at <= (led.closedAt ?? Infinity)
  if (isOwn && isValid(said)) into.missed.push(`${name}: its code is valid`)
  const left = hand.kind === 'unplug' && (hand.until ?? Infinity) - hand.at >= tellMs
  if (sure && left && !cases.some((one) => one.port === port)) into.late.push(`${name} has no case`)
}

function judgeInnocents(course: Course, said: Said, hands: readonly Hand[], into: Judged): void {
  const { led, rows, cases } = said
  for (const { number } of course.stage.box.ports) {
    const touches = (hand: Hand) => hand.ont === number && course.led[hand.work]?.hand.vno.id === led.hand.vno.id
    if (hands.some(touches)) continue
    into.untouched++
    const accused = rows(number).filter((row) => row.blame && isBlamable(row.class))
    for (const row of accused)
      into.blamed.push(`port ${number} is ${row.class} of work ${said.index + 1}, whose people never touched it`)
    const case_ = cases.find(
      (one) => one.port === number && isBlamable(one.class) && !hands.some((hand) => hand.ont === number),
    )
    if (case_ && accused.length === 0)
      into.blamed.push(`port ${number} has a case of ${case_.class}, touched by nobody`)
  }
}

export async function judgeCourse(course: Course): Promise<Judged> {
  const into: Judged = { harmed: 0, found: 0, untouched: 0, missed: [], blamed: [], late: [], other: [] }
  const world = worldOf(course)
  const hands = world.plan.acts.filter(isHand)
  const all: Said[] = []
  for (const [index, led] of course.led.entries()) all.push(await saidOf(course, led, index))
  for (const said of all) {
    const { led, index } = said
    for (const hand of hands)
      if (hand.work === index && hand.at + epoch <= windowEnd(led) && isShown(world, hand))
        judgeHarm(course, all, said, hand, into)
    judgeInnocents(course, said, hands, into)
    const stays = hands.some((hand) => hand.kind === 'unplug' && hand.until === null)
    if (!isClosed(led.ended) && !stays && led.closedAt === null)
      into.other.push(`work ${index + 1} does not close: ${led.ended.process_state} ${led.ended.error?.text ?? ''}`)
    // Customers who switch off and evidence that comes twice or late are no reason for doubt.
    if (hands.length === 0 && isPlain(course.story) && !isValid(said))
      into.other.push(`work ${index + 1} earned a code and has none: ${said.report.verdict}`)
  }
  return into
}
