/** Compares the powers typed by the technician with those that the OLT reads of the same ONT. */
import { makeCheck, type CheckCode, type Finding } from './check-levels.ts'
import { quantise } from './optics.ts'

/** Difference in dB from which one of the values is wrong: an ONT's own Rx is accurate to 3 dB, a meter to 0.5 dB. */
const maxDifferenceDb = 3

type Compared = Extract<CheckCode, 'power_olt' | 'roseta_olt' | 'rx_olt'>

/** @param typed dBm; @param read Rx of the ONT by the OLT, dBm */
export function agreesWithOlt(
  code: Compared,
  typed: number | null | undefined,
  read: number | null | undefined,
): Finding {
  if (typed == null || read == null) return null
  return makeCheck(code, quantise(Math.abs(typed - read)) >= maxDifferenceDb ? 'aviso' : 'ok', typed, read)
}

/** A drop is passive: an ONT cannot receive more than its port of the CTO gives. */
export function gainCheck(rx: number | null | undefined, atPort: number | null | undefined): Finding {
  if (rx == null || atPort == null) return null
  return quantise(rx - atPort) >= maxDifferenceDb ? makeCheck('rx_gain', 'aviso', rx, atPort) : null
}
