/** Draws the plan of one history. Dangerous coincidences are drawn far more often than a network shows them. */
import { Chance } from './chance.ts'
import { hour, longAgo, minute, second } from './plan.ts'
import type { Act, Circumstance, Ont, Plan, WorkPlan } from './plan.ts'

/** Operator of each technician. */
const operators: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2 }

function drawOnts(chance: Chance, boxes: number): Ont[] {
  const onts: Ont[] = []
  const quiet = chance.is(0.04)
  // Boxes of one tree often stand at the same distance from the OLT.
  const near = chance.is(0.3) ? chance.int(500, 5500) : null
  for (let box = 0; box < boxes; box++) {
    const ports = chance.int(4, box === 0 ? 16 : 10)
    const isDouble = chance.is(0.25)
    const filled = chance.pick([0.3, 0.6, 0.9])
    for (let port = 1; port <= ports; port++) {
      if (!(port <= 2 && box === 0) && !chance.is(quiet && box > 0 ? 0.05 : filled)) continue
      const rx = -14 - chance.next() * 9
      onts.push({
        id: onts.length,
        box,
        port,
        vno: chance.int(1, 3),
        off: chance.weighed({ dying_gasp: 88, silent: 8, los: 4 }),
        splitter: isDouble && port * 2 > ports ? 1 : 0,
        rx,
        oltRx: rx - 2 - chance.next(),
        distance: near === null ? chance.int(200, 6000) : near + chance.int(-20, 20),
        baseline: chance.is(0.1)
          ? null
          : { off: (chance.next() - 0.5) * 0.1, mad: chance.is(0.1) ? 0.3 : 0.03 + chance.next() * 0.06 },
      })
    }
  }
  return onts
}

function drawWork(chance: Chance, id: number, onts: readonly Ont[], boxes: number, earlier: WorkPlan[]): WorkPlan {
  const last = earlier.at(-1)
  const gap = chance.weighed({ over: 3, soon: 3, later: 2, days: 1 })
  const start = !last
    ? 0
    : gap === 'over'
      ? last.from + chance.int(0, last.to - last.from)
      : last.to +
        { soon: chance.int(1, 40) * minute, later: chance.int(1, 22) * hour, days: chance.int(25, 90) * hour }[gap]
  const from = Math.round(start)
  const box = chance.is(0.85) ? 0 : chance.int(0, boxes - 1)
  const busy = earlier.filter((work) => work.box === box && work.to >= from).map((work) => work.technician)
  const technician = chance.pick([1, 2, 3].filter((one) => !busy.includes(one)))
  const opened = chance.is(0.1) ? null : from + chance.int(5, chance.is(0.3) ? 1200 : 60) * second
  const inBox = onts.filter((ont) => ont.box === box)
  return {
    id,
    box,
    technician,
    vno: operators[technician]!,
    from,
    opened,
    to: (opened ?? from) + chance.int(opened === null ? 1 : 8, opened === null ? 20 : 60) * minute,
    controls: chance.is(0.92),
    worked: chance.is(0.5) && inBox.length > 1 ? chance.pick(inBox).id : null,
  }
}

/** A moment of interest about a work: before it, between request and opening, during it, before each control. */
function moment(chance: Chance, work: WorkPlan): number {
  const { from, to } = work
  const opened = work.opened ?? from
  const when = chance.weighed({ before: 2, request: 2, during: 8, after: 2, late: 1 })
  const draw = (low: number, high: number) => Math.round(low + chance.next() * (high - low))
  if (when === 'before') return draw(from - 60 * minute, from)
  if (when === 'request') return draw(from, work.opened ?? to)
  if (when === 'during') return draw(opened, to)
  if (when === 'after') return draw(to, to + 15 * minute)
  return draw(to + 15 * minute, to + 24 * hour)
}

/** How long a darkness lasts: around 20 s, minutes, hours, or for good. */
function span(chance: Chance, at: number): number | null {
  const long = chance.weighed({ touch: 3, edge: 2, minutes: 4, hours: 1, good: 4 })
  if (long === 'good') return null
  const [low, high] = { touch: [1, 9], edge: [12, 30], minutes: [30, 900], hours: [900, 20_000] }[long] as [
    number,
    number,
  ]
  return at + chance.int(low * second, high * second)
}

/** Mostly neighbours; now and then the customer of a work beside it, or its own. */
function targetsOf(chance: Chance, work: WorkPlan, works: readonly WorkPlan[], onts: readonly Ont[]): readonly Ont[] {
  const here = onts.filter(({ box }) => box === work.box)
  const others = here.filter(({ id }) => works.some(({ id: by, worked }) => by !== work.id && worked === id))
  if (others.length > 0 && chance.is(0.3)) return others
  return chance.is(0.06) ? here : here.filter(({ id }) => id !== work.worked)
}

function drawHands(
  chance: Chance,
  work: WorkPlan,
  works: readonly WorkPlan[],
  onts: readonly Ont[],
  acts: Act[],
): void {
  const targets = targetsOf(chance, work, works, onts)
  if (targets.length === 0) return
  for (let left = Number(chance.weighed({ 0: 4, 1: 5, 2: 2, 3: 1 })); left > 0; left--) {
    const ont = chance.pick(targets).id
    const common = { work: work.id, ont }
    const trick = chance.weighed({ unplug: 9, bend: 3, move: 1, dark: 2, outage: 3, lightly: 1, returning: 2 })
    const at = moment(chance, work)
    if (trick === 'unplug') acts.push({ ...common, kind: 'unplug', at, until: span(chance, at) })
    else if (trick === 'bend')
      acts.push({
        ...common,
        kind: 'bend',
        at,
        until: chance.is(0.3) ? span(chance, at) : null,
        db: 1 + chance.next() * 6,
      })
    else if (trick === 'lightly') acts.push({ ...common, kind: 'bend', at, until: null, db: 1.9 })
    else if (trick === 'move') acts.push({ ...common, kind: 'move', at, until: null })
    else if (trick === 'dark' || trick === 'returning') {
      const off = at - chance.int(1, 90) * minute
      const on = trick === 'dark' ? at + chance.int(-30, 240) * minute : at - chance.int(10, 300) * second
      if (on > off) acts.push({ kind: 'switch', ont, at: chance.is(0.5) ? off : longAgo, until: on })
      acts.push({ ...common, kind: 'unplug', at, until: span(chance, at) })
    } else {
      const kind = chance.pick(['tree', 'tree', 'card', 'olt'] as const)
      const until = at + chance.int(20, 1500) * second
      acts.push({ kind, at, until })
      const pulled = Math.round(chance.is(0.5) ? at - chance.next() * 90 * second : at + chance.next() * (until - at))
      acts.push({ ...common, kind: 'unplug', at: pulled, until: chance.is(0.6) ? null : span(chance, until) })
    }
  }
}

/** A customer who was cut in an earlier work is put back in a later one, and cut again. */
function drawAgain(chance: Chance, works: readonly WorkPlan[], acts: Act[]): void {
  for (const cut of acts.filter((act) => act.kind === 'unplug')) {
    const later = works.find(({ from, opened }) => opened !== null && from > cut.at + minute)
    if (cut.until !== null || !later || !chance.is(0.3)) continue
    cut.until = Math.max(cut.at + minute, moment(chance, later))
    const at = cut.until + chance.int(60, 600) * second
    acts.push({ kind: 'unplug', work: later.id, ont: cut.ont, at, until: span(chance, at) })
  }
}

/** Somebody fumbles at one hair: short unpluggings that may add up to a loss of service. */
function drawTouches(chance: Chance, works: readonly WorkPlan[], onts: readonly Ont[], acts: Act[]): void {
  if (!chance.is(0.06)) return
  const work = chance.pick(works)
  const targets = onts.filter((ont) => ont.box === work.box && ont.id !== work.worked)
  if (targets.length === 0) return
  const ont = chance.pick(targets).id
  let at = Math.round(work.opened ?? work.from) + 15 * second
  for (let left = chance.int(3, 12); left > 0; left--) {
    acts.push({ kind: 'unplug', work: work.id, ont, at, until: at + chance.int(1, 6) * second })
    at += chance.int(45, 90) * second
  }
}

/** Hairs of one box pulled one after another, hardly further apart than a cut feeder takes them. */
function drawRow(chance: Chance, works: readonly WorkPlan[], onts: readonly Ont[], acts: Act[]): void {
  if (!chance.is(0.06)) return
  const work = chance.pick(works)
  const targets = onts.filter((ont) => ont.box === work.box && ont.id !== work.worked)
  let at = moment(chance, work)
  for (const { id: ont } of targets.slice(0, chance.int(2, 5))) {
    acts.push({ kind: 'unplug', work: work.id, ont, at, until: span(chance, at) })
    at += chance.int(1500, 5000)
  }
}

/** The power of a quarter goes: the streets of all boxes at once. */
function drawQuarter(chance: Chance, works: readonly WorkPlan[], boxes: number, acts: Act[]): void {
  if (!chance.is(0.06)) return
  const at = moment(chance, chance.pick(works))
  const until = span(chance, at)
  for (let box = 0; box < boxes; box++) acts.push({ kind: 'street', box, at, until })
}

function drawCircumstance(chance: Chance, work: WorkPlan, onts: readonly Ont[], boxes: number): Circumstance {
  const at = moment(chance, work)
  const ont = chance.pick(onts.filter((one) => one.box === work.box || chance.is(0.2))).id
  const box = chance.is(0.7) ? work.box : chance.int(0, boxes - 1)
  const kind = chance.weighed({
    switch: 8,
    street: 2,
    outage: 3,
    fault: 1,
    feeder: 2,
    mute: 2,
    hold: 1,
    disable: 1,
    change: 3,
    newcomer: 2,
    cease: 1,
  })
  switch (kind) {
    case 'switch':
    case 'fault':
      return { kind, ont, at, until: span(chance, at) }
    case 'cease':
      return { kind, ont, at, until: null }
    case 'disable':
      return { kind, ont, at, until: span(chance, at), tellsLos: chance.is(0.4) }
    case 'street':
      return { kind, box, at, until: span(chance, at) }
    case 'feeder':
      return { kind, box, at, until: span(chance, at), splitter: chance.pick([null, 0, 1]) }
    case 'hold':
      return { kind, at, until: at + chance.int(1, 8) * minute }
    case 'outage':
      return { kind: chance.pick(['tree', 'card', 'olt']), at, until: at + chance.int(5, 2400) * second }
    case 'mute':
      return {
        kind,
        at,
        until: at + chance.int(1, 90) * minute,
        alarms: chance.weighed({ heard: 6, lost: 3, held: 2 }),
      }
    case 'change': {
      const ordered = chance.is(0.5)
      return { kind, ont, at, until: at + chance.int(30, 1200) * second, ordered, unplugged: ordered && chance.is(0.3) }
    }
    case 'newcomer':
      return { kind, work: work.id, near: chance.is(0.5) ? ont : null, at, until: null }
  }
}

/** A feeder, or the trunk of the tree, is bent now and then. */
function drawDim(chance: Chance, works: readonly WorkPlan[], acts: Act[]): void {
  if (!chance.is(0.05)) return
  const work = chance.pick(works)
  const at = moment(chance, work)
  const until = chance.is(0.3) ? at + chance.int(1, 120) * minute : null
  acts.push({ kind: 'dim', box: chance.is(0.5) ? work.box : null, at, until, db: 1 + chance.next() * 6 })
}

/** Most clocks are right to some seconds; some are an hour off, or are set by an hour in the middle of a work. */
function drawClock(chance: Chance, work: WorkPlan): Plan['clock'] {
  const offset = Math.round((chance.next() - 0.5) * (chance.is(0.5) ? 8 * second : 8 * minute))
  const by = chance.pick([-hour, hour])
  return {
    offset: chance.is(0.06) ? offset + by : offset,
    drift: Math.round((chance.next() - 0.5) * 100),
    jump: chance.is(0.06) ? { at: moment(chance, work), by, redates: chance.is(0.5) } : null,
  }
}

export function drawPlan(seed: number): Plan {
  const chance = new Chance(seed)
  const boxes = chance.int(2, 3)
  const onts = drawOnts(chance, boxes)
  const works: WorkPlan[] = []
  const wanted = Number(chance.weighed({ 1: 5, 2: 3, 3: 2 }))
  for (let id = 1; id <= wanted; id++) works.push(drawWork(chance, id, onts, boxes, works))
  const acts: Act[] = onts
    .filter(() => chance.is(0.1))
    .map(({ id }) => ({
      kind: 'switch',
      ont: id,
      at: longAgo,
      until: chance.is(0.4) ? moment(chance, works[0]!) : null,
    }))
  for (const work of works) {
    drawHands(chance, work, works, onts, acts)
    for (let left = chance.int(0, 3); left > 0; left--)
      if (onts.some((ont) => ont.box === work.box)) acts.push(drawCircumstance(chance, work, onts, boxes))
  }
  const plan: Plan = {
    seed,
    onts,
    boxes,
    works,
    acts,
    clockless: chance.is(0.06),
    powerless: chance.is(0.04),
    forgets: chance.is(0.5),
    cachesPowers: chance.is(0.06),
    clock: drawClock(chance, chance.pick(works)),
  }
  drawAgain(chance, works, acts)
  drawTouches(chance, works, onts, acts)
  drawRow(chance, works, onts, acts)
  drawQuarter(chance, works, boxes, acts)
  drawDim(chance, works, acts)
  return plan
}
