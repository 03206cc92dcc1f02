import type { Cto } from '@hilo/contract/ctos.ts'
import { lightPath, type Hop, type LightPath, type PathEnd } from '@hilo/domain/optical-path.ts'
import { formatDistance, formatPower } from '../format.ts'
import { text } from '../text.ts'

/** A customer's line, as far as it is known. */
export interface OpticalLine {
  cto: Pick<Cto, 'upstream' | 'splitter' | 'label'>
  port: number
  drop: { code: string; length_m: number | null } | null
  /** Serial of the ONT. */
  serial: string | null
  /** What the ONT receives now. */
  rx_dbm: number | null
  /** What it received last, or usually does. */
  before_dbm: number | null
  end: PathEnd | null
  /** Since when there is no light, in words. */
  since?: string | null
}

export function pathOf({ cto, drop, rx_dbm, before_dbm, end }: OpticalLine): LightPath | null {
  const { upstream, splitter } = cto
  if (upstream.tx_dbm === null) return null
  return lightPath({
    opticClass: upstream.optic_class,
    txDbm: upstream.tx_dbm,
    ratio: splitter.ratio,
    level: splitter.level,
    feederM: upstream.feeder_m,
    dropM: drop?.length_m ?? null,
    rxDbm: rx_dbm,
    beforeDbm: before_dbm,
    end,
  })
}

/** What a hop is called. */
export function hopName({ kind, ratio }: Hop, { port }: OpticalLine): string {
  if (kind === 'port') return text('path.port', { number: port })
  return ratio === null ? text(`path.${kind}`) : text('path.splitter', { ratio })
}

/** Its code, or where it is. */
export function hopCode({ kind }: Hop, { cto, drop, serial }: OpticalLine): string | null {
  const { olt, pon_code, splitter1_code } = cto.upstream
  switch (kind) {
    case 'olt':
      return olt.code
    case 'pon':
      return pon_code.startsWith(`${olt.code}/`) ? pon_code.slice(olt.code.length + 1) : pon_code
    case 'splitter1':
      return splitter1_code
    case 'splitter2':
      return text('path.inBox')
    case 'port':
      return cto.label
    case 'drop':
      return drop?.code ?? null
    case 'socket':
      return text('path.atHome')
    case 'ont':
      return serial
  }
}

/** What leads to it: "2.380 m y divisor", "Conector"; null where nothing is worth a word. */
export function wayText({ kind, metres }: Hop): string | null {
  const long = metres === null ? null : formatDistance(metres)
  if (kind === 'drop') return long
  if (kind === 'splitter1') return long === null ? null : text('path.way.feeder', { distance: long })
  return kind === 'olt' || kind === 'socket' ? null : text(`path.way.${kind}`)
}

/** "−7,65 dB", with a no-break space. */
export const lossText = (db: number): string => `${formatPower(-db) ?? ''}\u00a0dB`
export const dbText = (db: number): string => `${formatPower(db) ?? ''}\u00a0dB`
/** "+3,10": what is sent has its sign. */
export const signedPower = (dbm: number): string => `${dbm > 0 ? '+' : ''}${formatPower(dbm) ?? ''}`

/** What stops the light, in a word; null where nothing does. */
export function endText(line: OpticalLine): string | null {
  return line.end === null ? null : text(`path.end.${line.end}`)
}

/** The hop at which that is said: a cut at its place, an ONT that is dark at itself. */
export const endHop = (end: PathEnd | null, dark: Hop | undefined): Hop['kind'] | undefined =>
  end === 'unknown' ? 'ont' : dark?.kind

/** Whether a hop is where the light is known to stop. */
export const isCut = (end: PathEnd | null): boolean => end === 'drop' || end === 'box' || end === 'tree'
