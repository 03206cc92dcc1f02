/** Merges alarms into cuts for the live board of the technician; the judgement is in `proof/`. */

/** A loss of light that the OLT reported while listening, or that a reading found; milliseconds since 1970. */
export interface Cut {
  down_at: number
  /** Null while it lasts. */
  up_at: number | null
  /** The ONT said that its power went: the customer switched it off. */
  gasp: boolean
  /** It is gone and the OLT never saw the light fail, which it sees of every fibre that is pulled. */
  silent?: boolean
}
/** A gasp this near, in ms, to the loss of light tells its cause: alarms come up to 5 s late, and in any order. */
const gaspWindow = 10_000
/** Share of a tree that falls at once when the fault lies above the box. */
const upstreamShare = 0.8

/**
 * The losses of light of one port up to a moment, oldest first and apart from each other. Alarms that come together are one
 * loss: a gasp and the LOS that follows it, or the other way round. A later one tells that the light had returned in between.
 */
export function outages(cuts: readonly Cut[], at: number): Cut[] {
  const found: Cut[] = []
  for (const cut of cuts.filter((one) => one.down_at <= at).toSorted((a, b) => a.down_at - b.down_at)) {
    const up = cut.up_at !== null && cut.up_at <= at ? cut.up_at : null
    const last = found.at(-1)
    const lasts = last && (last.up_at === null || last.up_at > cut.down_at)
    if (lasts && cut.down_at - last.down_at <= gaspWindow) {
      last.up_at = last.up_at === null || up === null ? null : Math.max(last.up_at, up)
      last.gasp ||= cut.gasp
      if (!cut.silent) delete last.silent
      continue
    }
    if (lasts) last.up_at = cut.down_at
    found.push({ ...cut, up_at: up })
  }
  return found
}

/** Whether it can have been a hand at the fibre: neither switched off with a last word nor gone without one. */
export const byHand = ({ gasp, silent }: Cut): boolean => !gasp && !silent
/** True if the customer caused the cut: a dying gasp, or offline without LOS and back online. */
export const ownDoing = ({ gasp, silent = false, up_at }: Pick<Cut, 'gasp' | 'silent'> & { up_at: unknown }): boolean =>
  gasp || (silent && up_at !== null)
export interface Lights {
  /** ONTs that answered before. */
  online: number
  /** Of those, how many fell at once. */
  dropped: number
}
const fell = ({ online, dropped }: Lights) => online > 0 && dropped >= online * upstreamShare

/**
 * Whether the tree itself fell, which no hand in one box can do: so most of what hangs outside the box must have fallen too.
 * `pon` counts the whole tree, `box` the part of it in the box of the work.
 */
export function wholePon(pon: Lights, box: Lights): boolean {
  return fell(pon) && fell({ online: pon.online - box.online, dropped: pon.dropped - box.dropped })
}
