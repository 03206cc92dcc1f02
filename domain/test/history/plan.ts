/** A history of one PON as plain data: what exists, what happens, who works. World and plant follow from it alone. */

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
/** Moments of a plan count from here; one long before everything is `longAgo`. */
export const epoch = 1_750_000_000_000
export const longAgo = -40 * 24 * hour

/** An operator orders a change of an ONT so long before it is made. */
export const orderedBefore = 10 * minute

export interface Ont {
  id: number
  box: number
  port: number
  vno: number
  /** What the OLT sees when its power goes: its last word, nothing, or a LOS as if its hair were pulled. */
  off: 'dying_gasp' | 'silent' | 'los'
  /** Splitter of the box on which it hangs; each has a feeder of its own. */
  splitter: 0 | 1
  rx: number
  oltRx: number
  distance: number
  /** Deviation of its 30-day median from `rx`, and its median absolute deviation, dB; null without a history. */
  baseline: { off: number; mad: number } | null
}

/** Somebody's work in a box. Its hands may act outside its window: before the request, and after the closing. */
export interface WorkPlan {
  id: number
  box: number
  technician: number
  vno: number
  /** The request; of a work that judges its own customer, its end. */
  from: number
  /** The request, where `from` is something else. */
  requested?: number
  /** First reading of the opening; null where it was given up before. */
  opened: number | null
  to: number
  controls: boolean
  /** Customer or position that the work is for. */
  worked: number | null
}

interface Span {
  at: number
  /** Null: it lasts. */
  until: number | null
}
/** What a hand of a work does to one hair. */
export type Hand = Span & { work: number; ont: number } & (
    | { kind: 'unplug' }
    | { kind: 'bend'; db: number }
    /** The hair goes to a splitter of another PON. */
    | { kind: 'move' }
  )
export type Circumstance =
  | (Span & { kind: 'switch'; ont: number })
  /** The light of one line fails by itself. */
  | (Span & { kind: 'fault'; ont: number })
  /** Mains of the street of one box. */
  | (Span & { kind: 'street'; box: number })
  /** All hairs of a box, or of one of its splitters, within 2 s. */
  | (Span & { kind: 'feeder'; box: number; splitter: 0 | 1 | null })
  /** The feeder of a box, or of the whole tree, loses power and gives light all the same. */
  | (Span & { kind: 'dim'; box: number | null; db: number })
  /** Its operator shuts the ONT at the OLT, some of which tell a LOS then. */
  | (Span & { kind: 'disable'; ont: number; tellsLos: boolean })
  /** Its operator ends the contract: the OLT deletes the ONT. */
  | (Span & { kind: 'cease'; ont: number })
  | (Span & { kind: 'tree'; until: number })
  | (Span & { kind: 'card'; until: number })
  /** The OLT starts again: its ONTs fall without a word. */
  | (Span & { kind: 'olt'; until: number })
  /** The OLT answers nothing; its alarms come none the less, are lost, or are held back until it answers again. */
  | (Span & { kind: 'mute'; until: number; alarms: 'heard' | 'lost' | 'held' })
  /** It answers, and its alarms come when it is over. */
  | (Span & { kind: 'hold'; until: number })
  /** The ONT is exchanged; `unplugged`: its fibre was pulled out of it before its power. */
  | (Span & { kind: 'change'; ont: number; until: number; ordered: boolean; unplugged: boolean })
  /** An ONT of another customer comes up on the PON for the first time. */
  | (Span & { kind: 'newcomer'; work: number; near: number | null })
export type Act = Hand | Circumstance

export interface Plan {
  seed: number
  onts: readonly Ont[]
  boxes: number
  works: readonly WorkPlan[]
  acts: readonly Act[]
  /** Times in readings cannot be trusted, so the product has none. */
  clockless: boolean
  /** This OLT reads no powers. */
  powerless: boolean
  /** A restart wipes the OLT's memory of the last falls. */
  forgets: boolean
  /** Powers are measured every quarter of an hour, and reported with their moment. */
  cachesPowers: boolean
  clock: {
    /** Ahead of the true time, ms, and how much more so with time, millionths. */
    offset: number
    drift: number
    /** Set by so much, ms; `redates`: what it dated before is reported by the new time as well. */
    jump: { at: number; by: number; redates: boolean } | null
  }
}

export const isHand = (act: Act): act is Hand => act.kind === 'unplug' || act.kind === 'bend' || act.kind === 'move'
export const lasts = (act: Span, at: number): boolean => act.at <= at && (act.until === null || at < act.until)
