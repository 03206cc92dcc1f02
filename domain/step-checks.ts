/** What is right, doubtful or wrong in a step: the same rules on the phone while somebody types and on the server. */
import { found, type CheckCode, type Finding, type StepCheck } from './check-levels.ts'
import { dropActions } from './enrollment.ts'
import { dropLossLevel, limits, powerLevel, quantise, siblingLevel } from './optics.ts'
import type { Limits, OpticClass, PowerPoint } from './optics.ts'
import type { LiveReading, PortState } from './port.ts'
import { portState } from './status.ts'
import type { EnrollmentAction, FieldStep, WorkKind } from './status.ts'
import { agreesWithOlt, gains } from './figure-checks.ts'
import { foreignOnt, isOntSerial, normalSerial } from './ont-serial.ts'
import { sameLabel } from './same-label.ts'
import type { StepData } from './step-data.ts'
import type { TimesDoubt } from './step-times.ts'

export { checkLevels, checkTexts, type CheckCode, type StepCheck } from './check-levels.ts'

/** What the rules may know beside the step itself. Undefined is unknown and gives no check; null is known to be nothing. */
export type StepFacts = { readonly [K in keyof Facts]?: Facts[K] | undefined }
interface Facts {
  workKind: WorkKind | null
  ctoType: string
  opticClass: OpticClass
  /** In the place of the product's own for that class. */
  limits: Readonly<Partial<Record<PowerPoint, Limits>>>
  /** The technician's safety training is in date. */
  prlValid: boolean
  orderOpen: boolean
  /** What may be read on the right box: its code, its label. */
  ctoCodes: readonly string[]
  /** From the technician to the box, metres. */
  distanceM: number
  live: LiveReading
  portState: PortState
  /** The port is assigned to, reserved for or in use by the access of this intervention. */
  portOwn: boolean
  /** Power read on the picture of the meter. */
  pictureDbm: number | null
  /** Median power at the ONTs of the same PON. */
  siblingsDbm: number | null
  /** Power measured at the port of the box, for the steps after that. */
  portDbm: number | null
  oltRxDbm: number | null
  /** Rx of the intervention's own ONT as the OLT reads it, newer than the figure that it is compared with. */
  ontRxDbm: number | null
  /** Read by the camera on the picture of the label. */
  pictureLabel: string | null
  /** Of this step. */
  times: readonly TimesDoubt[]
  /** Label that the inventory gives the box or the drop; null for none. */
  ctoLabel: string | null
  dropLabel: string | null
  /** The label read stands on another box or drop. */
  ctoLabelElsewhere: boolean
  dropLabelElsewhere: boolean
  /** Port of the step before, or the one of the intervention. */
  port: number | null
  /** New serial that the OLT sees on that PON; `foreignOnt` where it is another operator's. */
  detectedSerial: string | null
  /** New serials of the PON among which nobody but the technician can tell his own. */
  ontChoice: readonly string[]
  /** Neighbours without light now because of the intervention. */
  harmed: number
  /** Hours that the oldest part of the work waited for coverage, and how many may pass. */
  offlineH: number
  offlineMaxH: number
}

/** Metres from the box from which one is asked whether it is the right one. */
export const nearM = 250
/** A meter is good for so many dB; what somebody types agrees with its picture within it. */
export const pictureTolerance = 0.3
/** A drop cannot give light: more than this many dB of gain is a mistake of measurement. */
const gainTolerance = 0.5
/** Metres of drop that the loss of a good drop covers. */
export const longDropM = 150
const commentLength = 10

type Rules = { [S in FieldStep]: (data: StepData[S], facts: StepFacts) => Finding[] }

/** A check that passes or blocks; none where the fact is unknown. */
function must(code: CheckCode, holds: boolean | undefined, value?: StepCheck['value'], limit?: StepCheck['limit']) {
  return holds === undefined ? null : found(code, holds ? 'ok' : 'bloqueo', value, limit)
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
  if (level === 'bloqueo') return found(code, level, dbm, dbm > limit.high ? limit.high : limit.low)
  return found(code, level, dbm, limit.good)
}

function dropLoss(atPort: number | null | undefined, atEnd: number | null | undefined): Finding {
  if (atPort == null || atEnd == null) return null
  const db = quantise(atPort - atEnd)
  const level = dropLossLevel(db)
  return found('drop_loss', level, db, level === 'bloqueo' ? 3 : 1.5)
}

function siblings(dbm: number | null | undefined, median: number | null | undefined): Finding {
  return dbm == null || median == null ? null : found('siblings', siblingLevel(dbm, median), dbm, median)
}

/** Light of an XGS-PON comes at 1577 nm, of a GPON at 1490 nm. */
function wavelength(nm: number | null | undefined, optic?: OpticClass): Finding {
  if (nm == null || optic === undefined) return null
  const due = optic === 'N1' || optic === 'N2' || optic === 'E1' ? 1577 : 1490
  return found('wavelength', nm === due ? 'ok' : 'aviso', nm, due)
}

function where(position: unknown, metres: number | undefined): Finding[] {
  if (metres !== undefined) return [found('distance', metres <= nearM ? 'ok' : 'aviso', Math.round(metres), nearM)]
  return [position == null ? found('position', 'aviso') : null]
}

/** A new label needs an element without one; changing, replacing or removing needs one that has it. */
function fits(action: EnrollmentAction, label: string | null | undefined): boolean | undefined {
  return label === undefined ? undefined : (action === 'A') === (label === null)
}

function ctoLabel({ label_read: read, action }: StepData['cto_enrollment'], facts: StepFacts): Finding {
  if (!read) return null
  if (facts.ctoLabelElsewhere) return found('cto_label', 'bloqueo', read, facts.ctoLabel)
  if (facts.ctoLabel == null) return null
  if (sameLabel(read, facts.ctoLabel)) return found('cto_label', 'ok', read, facts.ctoLabel)
  return found('cto_label', action === 'M' || action === 'R' ? 'aviso' : 'bloqueo', read, facts.ctoLabel)
}

/** Removing or replacing somebody else's drop is what must never happen, so there the label has to be the expected one. */
function dropLabel(data: StepData['drop_enrollment'], { dropLabel: due }: StepFacts): Finding {
  const { action } = data
  const read = action === 'R' ? data.replaced_label : data.drop_label_read
  if (!read || due == null || !action || action === 'A') return null
  if (sameLabel(read, due)) return found('drop_label', 'ok', read, due)
  return found('drop_label', action === 'M' ? 'aviso' : 'bloqueo', read, due)
}

function dropAction({ action }: StepData['drop_enrollment'], { workKind, dropLabel: label }: StepFacts): Finding {
  if (!action) return null
  if (workKind && !dropActions[workKind].includes(action)) return found('drop_action', 'bloqueo', action)
  return must('drop_action', fits(action, label), action)
}

/** The picture shows another label than the one written. */
function labelPicture(written: string | null | undefined, read: string | null | undefined): Finding {
  return written && read && !sameLabel(written, read) ? found('label_picture', 'aviso', read, written) : null
}

/** While the drop is being made the OLT may still be waiting for the ONT. */
function waited(seen: string | null | undefined): Finding {
  if (seen === undefined) return null
  return seen === null || seen === foreignOnt ? found('ont_detected', 'aviso') : found('ont_detected', 'ok', seen)
}

/** Where the work ends the OLT sees the ONT recorded and no other; work that leaves none has nothing to see. */
function detected(serial: string | null | undefined, seen: string | null | undefined): Finding {
  if (!serial || seen === undefined) return null
  return must('ont_detected', seen !== null && normalSerial(serial) === seen, serial, seen)
}

function comment({ conditions, tidy, comments }: StepData['report']): Finding {
  const due = conditions?.length ? 'bloqueo' : tidy === 1 ? 'aviso' : null
  const length = comments?.trim().length ?? 0
  return due === null ? null : found('comment', length >= commentLength ? 'ok' : due, length, commentLength)
}

/** The only states of a port that an intervention may work on are free and its own. */
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
    reason ? found('access', 'bloqueo', reason) : method ? found('access', 'ok') : null,
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
      ? found('drop_gain', 'aviso', roseta, power)
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
      ? found('drop_length', data.length_m <= longDropM ? 'ok' : 'aviso', data.length_m, longDropM)
      : null,
    data.action === 'B' ? null : waited(facts.detectedSerial),
    facts.ontChoice?.length ? found('ont_choice', 'aviso', facts.ontChoice.join(', ')) : null,
  ],
  final_report: ({ ont_serial: serial, rx_dbm: rx, speed_ok: speed }, facts) => [
    serial ? must('ont_serial', isOntSerial(normalSerial(serial)), serial) : null,
    facts.workKind === 'baja' ? null : detected(serial, facts.detectedSerial),
    reading('ont_rx', 'ont', rx, facts),
    reading('olt_rx', 'olt', facts.oltRxDbm, facts),
    dropLoss(facts.portDbm, rx),
    siblings(rx, facts.siblingsDbm),
    agreesWithOlt('rx_olt', rx, facts.ontRxDbm),
    gains(facts.ontRxDbm ?? rx, facts.portDbm),
    speed != null ? found('speed', speed ? 'ok' : 'aviso') : null,
    facts.harmed === undefined ? null : must('board', facts.harmed === 0, facts.harmed, 0),
  ],
}

/** Work that waited for coverage too long counts, and somebody may want to look. */
function offlineAge({ offlineH: age, offlineMaxH: most }: StepFacts): Finding {
  return age !== undefined && most !== undefined && age > most
    ? found('offline_age', 'aviso', Math.floor(age), most)
    : null
}

/** Judges what a step holds so far. Pure and quick enough for every key that is pressed. */
export function checksOf<S extends FieldStep>(step: S, data: StepData[S], facts: StepFacts): StepCheck[] {
  const times = facts.times?.map(({ code, value, limit }) => found(code, 'aviso', value, limit)) ?? []
  return [...rules[step](data, facts), offlineAge(facts), ...times].filter((one) => one !== null)
}
