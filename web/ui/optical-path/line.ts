import type { Cto } from '@hilo/contract/ctos.ts'
import { lightPath, type Hop, type LightPath, type PathEnd } from '@hilo/domain/optical-path.ts'
import { formatDistance, formatPower } from '../format.ts'
import { text } from '../text.ts'

/** A customer's line with its known data. */
export interface OpticalLine {
  cto: Pick<Cto, 'upstream' | 'splitter' | 'label'>
  port: number
  drop: { code: string; length_m: number | null } | null
  /** Serial of the ONT. */
  serial: string | null
  /** Current receive power of the ONT. */
  rx_dbm: number | null
  /** Last or usual receive power of the ONT. */
  before_dbm: number | null
  end: PathEnd | null
  /** Start of the outage, as text. */
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

/** Display name of a hop. */
export function hopName({ kind, ratio }: Hop, { port }: OpticalLine): string {
  if (kind === 'port') return text('path.port', { number: port })
  return ratio === null ? text(`path.${kind}`) : text('path.splitter', { ratio })
}

/** Code or location of a hop. */
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

/** Section that leads to the hop: "2.380 m y divisor", "Conector"; null if there is nothing to mention. */
export function sectionText({ kind, metres }: Hop): string | null {
  const long = metres === null ? null : formatDistance(metres)
  if (kind === 'drop') return long
  if (kind === 'splitter1') return long === null ? null : text('path.way.feeder', { distance: long })
  return kind === 'olt' || kind === 'socket' ? null : text(`path.way.${kind}`)
}

/** "−7,65 dB", with a no-break space. */
export const lossText = (db: number): string => `${formatPower(-db) ?? ''}\u00a0dB`
export const dbText = (db: number): string => `${formatPower(db) ?? ''}\u00a0dB`
/** "+3,10": transmit power is written with its sign. */
export const signedPower = (dbm: number): string => `${dbm > 0 ? '+' : ''}${formatPower(dbm) ?? ''}`

/** What stops the light, as text; null if nothing does. */
export function endText(line: OpticalLine): string | null {
  return line.end === null ? null : text(`path.end.${line.end}`)
}

/** The hop where `endText` applies: the place of the cut, or the dark ONT itself. */
export const endHop = (end: PathEnd | null, dark: Hop | undefined): Hop['kind'] | undefined =>
  end === 'unknown' ? 'ont' : dark?.kind

/** Whether the place where the light stops is known. */
export const isCut = (end: PathEnd | null): boolean => end === 'drop' || end === 'box' || end === 'tree'
