/** Checks of a step (ok, warning, blocking): the same rules on the phone during input and on the server. */
import { makeCheck, type CheckCode, type Finding, type StepCheck } from './check-levels.ts'
import { dropActions } from './enrollment.ts'
import { dropLossLevel, limits, powerLevel, quantise, siblingLevel } from './optics.ts'
import type { Limits, OpticClass, PowerPoint } from './optics.ts'
import type { LiveReading, PortState } from './port.ts'
import { portState } from './status.ts'
import type { EnrollmentAction, FieldStep, WorkKind } from './status.ts'
import { agreesWithOlt, gainCheck } from './figure-checks.ts'
import { foreignOnt, isOntSerial, normalSerial } from './ont-serial.ts'
import { sameLabel } from './same-label.ts'
import type { StepData } from './step-data.ts'
import type { TimesDoubt } from './step-times.ts'

export { checkLevels, checkTexts, type CheckCode, type StepCheck } from './check-levels.ts'

/** Facts beyond the step's own data. Undefined is unknown and gives no check; null is known to be absent. */
export type StepFacts = { readonly [K in keyof Facts]?: Facts[K] | undefined }
interface Facts {
  workKind: WorkKind | null
  ctoType: string
  opticClass: OpticClass
  /** Overrides the product's limits for that class. */
  limits: Readonly<Partial<Record<PowerPoint, Limits>>>
  /** The technician's safety training is valid. */
  prlValid: boolean
  orderOpen: boolean
  /** Valid readings at the right CTO: its code, its label. */
  ctoCodes: readonly string[]
  /** From the technician to the CTO, metres. */
  distanceM: number
  live: LiveReading
  portState: PortState
  /** The port is assigned to, reserved for or in use by the access of this intervention. */
  portOwn: boolean
  /** Power recognized in the picture of the meter. */
  pictureDbm: number | null
  /** Median power at the ONTs of the same PON. */
  siblingsDbm: number | null
  /** Power measured at the port of the CTO, for the later steps. */
  portDbm: number | null
  oltRxDbm: number | null
  /** Rx of the intervention's own ONT as the OLT reads it, newer than the figure that it is compared with. */
  ontRxDbm: number | null
  /** Label recognized in its picture. */
  pictureLabel: string | null
  /** Of this step. */
  times: readonly TimesDoubt[]
  /** Label of the CTO or the drop in the inventory; null for none. */
  ctoLabel: string | null
  dropLabel: string | null
  /** The label read is on another CTO or drop. */
  ctoLabelElsewhere: boolean
  dropLabelElsewhere: boolean
  /** Port of the preceding step, or of the intervention. */
  port: number | null
  /** New serial that the OLT detects on that PON; `foreignOnt` if it is another operator's. */
  detectedSerial: string | null
  /** Several new serials of the PON, among which the technician must choose. */
  ontChoice: readonly string[]
  /** Number of neighbours without light because of the intervention. */
  harmed: number
  /** Hours that the oldest part of the work was offline, and the allowed maximum. */
  offlineH: number
  offlineMaxH: number
}

/** Distance in metres from which the technician is asked to confirm the CTO. */
export const nearM = 250
/** Accuracy of a meter in dB; a typed figure agrees with its picture within it. */
const pictureTolerance = 0.3
/** A drop is passive: a gain beyond this many dB is a measurement error. */
const gainTolerance = 0.5
/** Maximum drop length in metres at normal loss. */
const longDropM = 150
const commentLength = 10

type Rules = { [S in FieldStep]: (data: StepData[S], facts: StepFacts) => Finding[] }

/** A check that passes or blocks; none if the fact is unknown. */
function must(code: CheckCode, holds: boolean | undefined, value?: StepCheck['value'], limit?: StepCheck['limit']) {
  return holds === undefined ? null : makeCheck(code, holds ? 'ok' : 'bloqueo', value, limit)
}

function reading(
  code: CheckCode,
  point: PowerPoint,
  dbm: number | null | undefined,
  { opticClass: optic, limits: own }: StepFacts,
): Finding {
  if (dbm == null || optic === undefined) return null
  const limit = own?.[point] ?? limits(point, optic)
  const level = powerLevel(dbm, limit)
  if (level === 'bloqueo') return makeCheck(code, level, dbm, dbm > limit.high ? limit.high : limit.low)
  return makeCheck(code, level, dbm, limit.good)
}

function dropLoss(atPort: number | null | undefined, atEnd: number | null | undefined): Finding {
  if (atPort == null || atEnd == null) return null
  const db = quantise(atPort - atEnd)
  const level = dropLossLevel(db)
  return makeCheck('drop_loss', level, db, level === 'bloqueo' ? 3 : 1.5)
}

function siblings(dbm: number | null | undefined, median: number | null | undefined): Finding {
  return dbm == null || median == null ? null : makeCheck('siblings', siblingLevel(dbm, median), dbm, median)
}

/** XGS-PON uses 1577 nm, GPON 1490 nm. */
function wavelength(nm: number | null | undefined, optic?: OpticClass): Finding {
  if (nm == null || optic === undefined) return null
  const due = optic === 'N1' || optic === 'N2' || optic === 'E1' ? 1577 : 1490
  return makeCheck('wavelength', nm === due ? 'ok' : 'aviso', nm, due)
}

function where(position: unknown, metres: number | undefined): Finding[] {
  if (metres !== undefined) return [makeCheck('distance', metres <= nearM ? 'ok' : 'aviso', Math.round(metres), nearM)]
  return [position == null ? makeCheck('position', 'aviso') : null]
}

/** A new label requires an element without one; changing, replacing or removing requires one that has it. */
function fits(action: EnrollmentAction, label: string | null | undefined): boolean | undefined {
  return label === undefined ? undefined : (action === 'A') === (label === null)
}

function ctoLabel({ label_read: read, action }: StepData['cto_enrollment'], facts: StepFacts): Finding {
  if (!read) return null
  if (facts.ctoLabelElsewhere) return makeCheck('cto_label', 'bloqueo', read, facts.ctoLabel)
  if (facts.ctoLabel == null) return null
  if (sameLabel(read, facts.ctoLabel)) return makeCheck('cto_label', 'ok', read, facts.ctoLabel)
  return makeCheck('cto_label', action === 'M' || action === 'R' ? 'aviso' : 'bloqueo', read, facts.ctoLabel)
}

/** A neighbour's drop must never be removed or replaced, so for these actions the label must be the expected one. */
function dropLabel(data: StepData['drop_enrollment'], { dropLabel: due }: StepFacts): Finding {
  const { action } = data
  const read = action === 'R' ? data.replaced_label : data.drop_label_read
  if (!read || due == null || !action || action === 'A') return null
  if (sameLabel(read, due)) return makeCheck('drop_label', 'ok', read, due)
  return makeCheck('drop_label', action === 'M' ? 'aviso' : 'bloqueo', read, due)
}

function dropAction({ action }: StepData['drop_enrollment'], { workKind, dropLabel: label }: StepFacts): Finding {
  if (!action) return null
  if (workKind && !dropActions[workKind].includes(action)) return makeCheck('drop_action', 'bloqueo', action)
  return must('drop_action', fits(action, label), action)
}

/** The label in the picture differs from the recorded one. */
function labelPicture(written: string | null | undefined, read: string | null | undefined): Finding {
  return written && read && !sameLabel(written, read) ? makeCheck('label_picture', 'aviso', read, written) : null
}

/** While the drop is being installed the OLT may not have detected the ONT yet. */
function waited(detectedSerial: string | null | undefined): Finding {
  if (detectedSerial === undefined) return null
  return detectedSerial === null || detectedSerial === foreignOnt
    ? makeCheck('ont_detected', 'aviso')
    : makeCheck('ont_detected', 'ok', detectedSerial)
}

/**
 * At the end of the work the OLT must detect the recorded ONT and no other; work that removes the ONT has none to
 * detect.
 */
function detected(serial: string | null | undefined, detectedSerial: string | null | undefined): Finding {
  if (!serial || detectedSerial === undefined) return null
  return must(
    'ont_detected',
    detectedSerial !== null && normalSerial(serial) === detectedSerial,
    serial,
    detectedSerial,
  )
}

function comment({ conditions, tidy, comments }: StepData['report']): Finding {
  const due = conditions?.length ? 'bloqueo' : tidy === 1 ? 'aviso' : null
  const length = comments?.trim().length ?? 0
  return due === null ? null : makeCheck('comment', length >= commentLength ? 'ok' : due, length, commentLength)
}

/** An intervention may only work on a free port or its own. */
function portUsable({ portState: state, portOwn }: StepFacts): boolean | undefined {
  if (state === undefined) return undefined
  if (state === portState.is.disponible) return true
  const own = state === portState.is.asignado || state === portState.is.ocupado
  return own ? portOwn : false
}

const rules: Rules = {
  initial: ({ prl, position, cto_code_read: read }, facts) => [
    must('prl', facts.prlValid),
    facts.ctoType === 'camara' && prl?.gas != null ? must('gas', prl.gas) : null,
    must('order', facts.orderOpen),
    read && facts.ctoCodes
      ? must(
          'cto_code',
          facts.ctoCodes.some((one) => sameLabel(one, read)),
          read,
          facts.ctoCodes[0],
        )
      : null,
    ...where(position, facts.distanceM),
  ],
  report: (data) => [comment(data)],
  cto_access: ({ method, no_access_reason: reason }) => [
    reason ? makeCheck('access', 'bloqueo', reason) : method ? makeCheck('access', 'ok') : null,
  ],
  port_available: ({ port_number: port = null, found: state }, facts) => [
    state != null ? must('port_found', state === 'libre', state) : null,
    facts.live === undefined || facts.live === 'unreadable'
      ? null
      : must('port_light', facts.live !== 'stranger', port),
    must('port_state', portUsable(facts), port),
  ],
  power: ({ power_dbm: power, roseta_dbm: roseta, wavelength_nm: nm }, facts) => [
    reading('power', 'cto_port', power, facts),
    wavelength(nm, facts.opticClass),
    power != null && facts.pictureDbm != null
      ? must('meter_picture', quantise(Math.abs(power - facts.pictureDbm)) <= pictureTolerance, power, facts.pictureDbm)
      : null,
    reading('roseta', 'ont', roseta, facts),
    dropLoss(power, roseta),
    power != null && roseta != null && quantise(roseta - power) > gainTolerance
      ? makeCheck('drop_gain', 'aviso', roseta, power)
      : null,
    siblings(roseta, facts.siblingsDbm),
    agreesWithOlt('power_olt', power, facts.ontRxDbm),
    agreesWithOlt('roseta_olt', roseta, facts.ontRxDbm),
  ],
  cto_enrollment: (data, facts) => [
    ctoLabel(data, facts),
    labelPicture(data.label_read, facts.pictureLabel),
    data.action ? must('cto_action', fits(data.action, facts.ctoLabel), data.action) : null,
    ...where(data.position, facts.distanceM),
  ],
  drop_enrollment: (data, facts) => [
    dropLabel(data, facts),
    labelPicture(data.drop_label_read, facts.pictureLabel),
    dropAction(data, facts),
    data.drop_label_read && facts.dropLabelElsewhere !== undefined
      ? must('label_unique', !facts.dropLabelElsewhere, data.drop_label_read)
      : null,
    data.port_number != null && facts.port != null
      ? must('port_match', data.port_number === facts.port, data.port_number, facts.port)
      : null,
    data.length_m != null
      ? makeCheck('drop_length', data.length_m <= longDropM ? 'ok' : 'aviso', data.length_m, longDropM)
      : null,
    data.action === 'B' ? null : waited(facts.detectedSerial),
    facts.ontChoice?.length ? makeCheck('ont_choice', 'aviso', facts.ontChoice.join(', ')) : null,
  ],
  final_report: ({ ont_serial: serial, rx_dbm: rx, speed_ok: speed }, facts) => [
    serial ? must('ont_serial', isOntSerial(normalSerial(serial)), serial) : null,
    facts.workKind === 'baja' ? null : detected(serial, facts.detectedSerial),
    reading('ont_rx', 'ont', rx, facts),
    reading('olt_rx', 'olt', facts.oltRxDbm, facts),
    dropLoss(facts.portDbm, rx),
    siblings(rx, facts.siblingsDbm),
    agreesWithOlt('rx_olt', rx, facts.ontRxDbm),
    gainCheck(facts.ontRxDbm ?? rx, facts.portDbm),
    speed != null ? makeCheck('speed', speed ? 'ok' : 'aviso') : null,
    facts.harmed === undefined ? null : must('board', facts.harmed === 0, facts.harmed, 0),
  ],
}

/** Warns about work that was offline for too long, which needs manual verification. */
function offlineAge({ offlineH: age, offlineMaxH: most }: StepFacts): Finding {
  return age !== undefined && most !== undefined && age > most
    ? makeCheck('offline_age', 'aviso', Math.floor(age), most)
    : null
}

/** Checks the current data of a step. Pure, and fast enough to run on every key press. */
export function checksOf<S extends FieldStep>(step: S, data: StepData[S], facts: StepFacts): StepCheck[] {
  const times = facts.times?.map(({ code, value, limit }) => makeCheck(code, 'aviso', value, limit)) ?? []
  return [...rules[step](data, facts), offlineAge(facts), ...times].filter((one) => one !== null)
}
