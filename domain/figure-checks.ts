/** Compares the powers typed by the technician with those that the OLT reads of the same ONT. */
import { found, type CheckCode, type Finding } from './check-levels.ts'
import { quantise } from './optics.ts'

/** An ONT's own Rx is good to 3 dB and a meter to half a dB: from so many dB apart on, one of them is wrong. */
export const apartDb = 3

type Compared = Extract<CheckCode, 'power_olt' | 'roseta_olt' | 'rx_olt'>

/** @param typed dBm; @param read Rx of the ONT by the OLT, dBm */
export function agreesWithOlt(
  code: Compared,
  typed: number | null | undefined,
  read: number | null | undefined,
): Finding {
  if (typed == null || read == null) return null
  return found(code, quantise(Math.abs(typed - read)) >= apartDb ? 'aviso' : 'ok', typed, read)
}

/** A drop gives no light: an ONT cannot receive more than its port of the box gives. */
export function gains(rx: number | null | undefined, atPort: number | null | undefined): Finding {
  if (rx == null || atPort == null) return null
  return quantise(rx - atPort) >= apartDb ? found('rx_gain', 'aviso', rx, atPort) : null
}
