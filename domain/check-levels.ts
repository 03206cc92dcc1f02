/** Checks of the field steps by name, with the possible levels of each. */
import type { Level } from './optics.ts'

/** Each check with its possible levels; its text is `check.<code>.<level>`. */
export const checkLevels = {
  prl: ['ok', 'bloqueo'],
  gas: ['ok', 'bloqueo'],
  order: ['ok', 'bloqueo'],
  cto_code: ['ok', 'bloqueo'],
  position: ['aviso'],
  distance: ['ok', 'aviso'],
  comment: ['ok', 'aviso', 'bloqueo'],
  access: ['ok', 'bloqueo'],
  port_found: ['ok', 'bloqueo'],
  port_light: ['ok', 'bloqueo'],
  port_state: ['ok', 'bloqueo'],
  wavelength: ['ok', 'aviso'],
  power: ['ok', 'aviso', 'bloqueo'],
  roseta: ['ok', 'aviso', 'bloqueo'],
  drop_loss: ['ok', 'aviso', 'bloqueo'],
  drop_gain: ['aviso'],
  meter_picture: ['ok', 'bloqueo'],
  siblings: ['ok', 'aviso', 'bloqueo'],
  cto_label: ['ok', 'aviso', 'bloqueo'],
  cto_action: ['ok', 'bloqueo'],
  drop_label: ['ok', 'aviso', 'bloqueo'],
  drop_action: ['ok', 'bloqueo'],
  label_unique: ['ok', 'bloqueo'],
  port_match: ['ok', 'bloqueo'],
  drop_length: ['ok', 'aviso'],
  ont_serial: ['ok', 'bloqueo'],
  ont_choice: ['aviso'],
  ont_detected: ['ok', 'aviso', 'bloqueo'],
  ont_rx: ['ok', 'aviso', 'bloqueo'],
  olt_rx: ['ok', 'aviso', 'bloqueo'],
  speed: ['ok', 'aviso'],
  board: ['ok', 'bloqueo'],
  offline_age: ['aviso'],
  power_olt: ['ok', 'aviso'],
  roseta_olt: ['ok', 'aviso'],
  rx_olt: ['ok', 'aviso'],
  rx_gain: ['aviso'],
  label_picture: ['aviso'],
  times_fast: ['aviso'],
  times_order: ['aviso'],
  times_clock: ['aviso'],
} as const satisfies Readonly<Record<string, readonly Level[]>>
export type CheckCode = keyof typeof checkLevels
/** Checks of figures that disagree with the OLT's reading. */
export const figureChecks: readonly CheckCode[] = ['power_olt', 'roseta_olt', 'rx_olt', 'rx_gain']
/** Checks of implausible times. */
export const timeChecks: readonly CheckCode[] = ['times_fast', 'times_order', 'times_clock']
/** Text keys of all checks. */
export const checkTexts = Object.entries(checkLevels).flatMap(([code, levels]) =>
  levels.map((level) => `check.${code}.${level}`),
)

export interface StepCheck {
  code: CheckCode
  level: Level
  value: number | string | boolean | null
  limit: number | string | null
}

/** Result of a rule; null if the rule does not apply. */
export type Finding = StepCheck | null

export const makeCheck = (
  code: CheckCode,
  level: Level,
  value: StepCheck['value'] = null,
  limit: StepCheck['limit'] = null,
): StepCheck => ({ code, level, value, limit })
