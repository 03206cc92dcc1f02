/** Diagnosis of a customer's line: fourteen tests in order, one verdict, one recommended action. */
import { foreignOnt } from './ont-serial.ts'
import { limits, powerLevel, siblingLevel, type Level, type OpticClass } from './optics.ts'
import { resultFlag, type LinkState, type OpticalState } from './status.ts'

/** In execution order. */
export const diagnosisTests = [
  'inventario',
  'olt',
  'pon',
  'arbol',
  'ont',
  'ultima_caida',
  'caidas',
  'rx_ont',
  'rx_olt',
  'distancia',
  'errores',
  'perfil',
  'ethernet',
  'sesion',
] as const
type DiagnosisTest = (typeof diagnosisTests)[number]
export const diagnosisVerdicts = [
  'OK',
  'ONT_APAGADA',
  'CORTE_ACOMETIDA',
  'CORTE_CTO',
  'CORTE_ARBOL',
  'BAJA_POTENCIA',
  'POTENCIA_JUSTA',
  'CAIDAS_REPETIDAS',
  'ONT_NO_PROVISIONADA',
  'SERIAL_DISTINTO',
  'OLT_INACCESIBLE',
  'NO_CONCLUYENTE',
] as const
export type DiagnosisVerdict = (typeof diagnosisVerdicts)[number]
export const diagnosisActions = ['ninguna', 'enviar_tecnico', 'revisar', 'reset', 'llamar_cliente', 'escalar'] as const
type DiagnosisAction = (typeof diagnosisActions)[number]
export const downCauses = ['los', 'dying_gasp', 'admin_down', 'unknown'] as const
export type DownCause = (typeof downCauses)[number]

export interface Vlan {
  s: number | null
  c: number | null
}

/** Outages of one line in the last 30 days, as far as the OLT's log goes back. */
export interface Outages {
  total: number
  /** Outages with a dying gasp: the ONT lost its power. */
  byCustomer: number
}

/** Powers in dBm, lengths in metres; null if it could not be read. */
export interface LineFacts {
  /** From the inventory. */
  inventory: {
    /** The access has a port, in a matching state. */
    coherent: boolean
    serial: string | null
    profile: string | null
    vlan: Vlan | null
    /** From the OLT to the CTO. */
    feederM: number
    opticClass: OpticClass
  }
  outages: Outages | null
  /** Null: the OLT does not respond. */
  plant: {
    ponUp: boolean
    /** ONTs of the whole PON, including this one. */
    tree: { provisioned: number; online: number }
    /** The CTO's other ONTs without those switched off: total, dark ones, and median receive power. */
    box: { others: number; dark: number; medianDbm: number | null }
    /** Null: this customer has no line at the port. */
    line: {
      serial: string | null
      state: OpticalState
      lastDownCause: DownCause | null
      rxDbm: number | null
      oltRxDbm: number | null
      distanceM: number | null
      /** Errors that reached the customer since the ONT's last restart. */
      errors: number | null
      profile: string | null
      vlan: Vlan | null
      ethernet: LinkState | null
      session: LinkState | null
    } | null
  } | null
}

export interface TestResult {
  code: DiagnosisTest
  result_flag: number
  /** `aviso`: works, but close to a limit or intermittently; null if it could not be tested. */
  level: Level | null
  /** Its text is `diagnosis.<code>.<word>`. */
  word: string
  value: number | string | null
  /** Outages of the last 30 days explained by the customer's own power supply. */
  customer?: number
}
interface Diagnosis {
  tests: TestResult[]
  verdict: DiagnosisVerdict
  action: DiagnosisAction
}

/** Longest drop, and tolerance of a distance, in metres. */
const dropM = 150
const toleranceM = 50
/** Share of dark ONTs from which the whole tree or CTO counts as cut. */
const share = 0.8
/** Number of errors from which the customer notices. */
const mostErrors = 1000
/** Outages in 30 days that count as repeated: of the line, and by the customer's power supply (twice a week). */
const repeatedFrom = { line: 3, customer: 8 }
/** Minimum number of neighbours for a comparison. */
const leastSiblings = 3

/** `unknown`: could not be tested. */
type Grade = Level | 'unknown'
type Outcome = readonly [grade: Grade, word: string, value?: number | string | null | undefined, customer?: number]
const flagOf = { ok: 'success', aviso: 'success', bloqueo: 'error', unknown: 'doing' } as const
const good = (value?: number | string | null): Outcome => ['ok', 'ok', value]
const bad = (word = 'mal', value?: number | string | null): Outcome => ['bloqueo', word, value]
const unknown: Outcome = ['unknown', 'sin_comprobar']

type Plant = NonNullable<LineFacts['plant']>
type Line = NonNullable<Plant['line']>

const isOnline = (line: Line) => line.state === 'online'

function ont(line: Line, { serial }: LineFacts['inventory']): Outcome {
  if (line.serial === null) return bad('no_provisionada')
  if (line.serial === foreignOnt) return bad('ajena')
  if (serial !== null && line.serial !== serial) return bad('otra', line.serial)
  return isOnline(line) ? good(line.serial) : bad('no_responde', line.serial)
}

function lastDown(line: Line): Outcome {
  if (isOnline(line)) return good()
  return bad(line.state === 'dying_gasp' ? 'dying_gasp' : (line.lastDownCause ?? 'unknown'))
}

/** Rates the outages; those explained by the customer's power supply are counted apart, with a higher limit. */
function outages(found: Outages | null): Outcome {
  if (found === null) return unknown
  const { total, byCustomer } = found
  if (total === 0) return good(0)
  const own = total - byCustomer
  if (own >= repeatedFrom.line) return ['aviso', 'repetidas', total, byCustomer]
  return byCustomer >= repeatedFrom.customer
    ? ['aviso', 'cliente', total, byCustomer]
    : ['ok', 'algunas', total, byCustomer]
}

/** The neighbours' power is never disclosed, only that this one is far below. */
function rx(line: Line, { box }: Plant, { opticClass }: LineFacts['inventory']): Outcome {
  if (line.rxDbm === null) return unknown
  const level = powerLevel(line.rxDbm, limits('ont', opticClass))
  if (level === 'bloqueo') return bad('mal', line.rxDbm)
  const { medianDbm, others } = box
  const worse = medianDbm !== null && others >= leastSiblings && siblingLevel(line.rxDbm, medianDbm) === 'bloqueo'
  if (worse) return bad('peor', line.rxDbm)
  return level === 'aviso' ? ['aviso', 'justa', line.rxDbm] : good(line.rxDbm)
}

function oltRx(line: Line, { opticClass }: LineFacts['inventory']): Outcome {
  if (line.oltRxDbm === null) return unknown
  const level = powerLevel(line.oltRxDbm, limits('olt', opticClass))
  if (level === 'bloqueo') return bad('mal', line.oltRxDbm)
  return level === 'aviso' ? ['aviso', 'justa', line.oltRxDbm] : good(line.oltRxDbm)
}

function distance(line: Line, { feederM }: LineFacts['inventory']): Outcome {
  const { distanceM: metres } = line
  if (metres === null) return unknown
  return metres >= feederM - toleranceM && metres <= feederM + dropM + toleranceM ? good(metres) : bad('mal', metres)
}

function profile(line: Line, inventory: LineFacts['inventory']): Outcome {
  if (!isOnline(line)) return unknown
  if (line.profile === null && inventory.profile !== null) return bad('falta', inventory.profile)
  const same = line.vlan?.s === inventory.vlan?.s && line.vlan?.c === inventory.vlan?.c
  return line.profile === inventory.profile && same ? good(line.profile ?? '–') : bad('mal', line.profile)
}

const side = (value: LinkState | null): Outcome => (value === null ? unknown : value === 'up' ? good() : bad())

function errors({ errors: count }: Line): Outcome {
  if (count === null) return unknown
  return count < mostErrors ? good(count) : bad('mal', count)
}

function treeStands({ tree, box }: Plant): boolean {
  // When every ONT of the tree is in this CTO, the cut is attributed to the CTO (`boxStands`).
  const beyond = tree.provisioned - box.others - 1
  return beyond <= 0 || (tree.provisioned - tree.online) / tree.provisioned < share
}

const boxStands = ({ box }: Plant) => box.others === 0 || (box.dark + 1) / (box.others + 1) < share

function outcomes({ inventory, plant, outages: found }: LineFacts): Outcome[] {
  const begin = inventory.coherent ? good() : bad()
  if (plant === null) return [begin, bad(), ...Array.from({ length: 12 }, () => unknown)]
  const { line } = plant
  const before = [begin, good(), plant.ponUp ? good() : bad(), treeStands(plant) ? good() : bad()]
  if (line === null) return [...before, ...Array.from({ length: 10 }, () => unknown)]
  return [
    ...before,
    ont(line, inventory),
    lastDown(line),
    outages(found),
    rx(line, plant, inventory),
    oltRx(line, inventory),
    distance(line, inventory),
    errors(line),
    profile(line, inventory),
    side(line.ethernet),
    side(line.session),
  ]
}

type Grades = ReadonlyMap<DiagnosisTest, Outcome>
const graded = (grades: Grades, grade: Grade, ...tests: DiagnosisTest[]) =>
  tests.some((one) => grades.get(one)?.[0] === grade)
const failed = (grades: Grades, ...tests: DiagnosisTest[]) => graded(grades, 'bloqueo', ...tests)

/** Verdict of a dark line, by who else is dark. A dying gasp of the ONT outweighs the neighbours. */
function darkVerdict(line: Line, plant: Plant): DiagnosisVerdict {
  if (line.state === 'dying_gasp') return 'ONT_APAGADA'
  if (line.state === 'admin_down') return 'NO_CONCLUYENTE'
  if (!plant.ponUp || !treeStands(plant)) return 'CORTE_ARBOL'
  if (!boxStands(plant)) return 'CORTE_CTO'
  const alone = plant.tree.provisioned <= 1
  // Half of the CTO or more is dark, but not enough for a cut of the whole CTO.
  const shared = plant.box.dark > 0 && (plant.box.dark + 1) / (plant.box.others + 1) >= 0.5
  return line.state === 'los' && !alone && !shared ? 'CORTE_ACOMETIDA' : 'NO_CONCLUYENTE'
}

function verdictOf({ inventory, plant }: LineFacts, grades: Grades): DiagnosisVerdict {
  if (plant === null) return 'OLT_INACCESIBLE'
  const { line } = plant
  if (line === null) return 'NO_CONCLUYENTE'
  if (line.serial === null && line.state !== 'los' && line.state !== 'dying_gasp') return 'ONT_NO_PROVISIONADA'
  if (line.serial === foreignOnt) return 'SERIAL_DISTINTO'
  if (line.serial !== null && inventory.serial !== null && line.serial !== inventory.serial) return 'SERIAL_DISTINTO'
  if (!isOnline(line)) return darkVerdict(line, plant)
  if (line.profile === null && inventory.profile !== null) return 'ONT_NO_PROVISIONADA'
  if (failed(grades, 'rx_ont', 'rx_olt')) return 'BAJA_POTENCIA'
  if (failed(grades, ...diagnosisTests)) return 'NO_CONCLUYENTE'
  if (graded(grades, 'aviso', 'rx_ont', 'rx_olt')) return 'POTENCIA_JUSTA'
  return graded(grades, 'aviso', 'caidas') ? 'CAIDAS_REPETIDAS' : 'OK'
}

const usualAction: Readonly<Record<Exclude<DiagnosisVerdict, 'NO_CONCLUYENTE' | 'CAIDAS_REPETIDAS'>, DiagnosisAction>> =
  {
    OK: 'ninguna',
    ONT_APAGADA: 'llamar_cliente',
    CORTE_ACOMETIDA: 'enviar_tecnico',
    CORTE_CTO: 'enviar_tecnico',
    CORTE_ARBOL: 'escalar',
    BAJA_POTENCIA: 'enviar_tecnico',
    POTENCIA_JUSTA: 'revisar',
    ONT_NO_PROVISIONADA: 'escalar',
    SERIAL_DISTINTO: 'escalar',
    OLT_INACCESIBLE: 'escalar',
  }

function actionOf(verdict: DiagnosisVerdict, { plant }: LineFacts, grades: Grades): DiagnosisAction {
  // Power outages call for a call to the customer, line outages for a visit.
  if (verdict === 'CAIDAS_REPETIDAS') return grades.get('caidas')?.[1] === 'cliente' ? 'llamar_cliente' : 'revisar'
  if (verdict !== 'NO_CONCLUYENTE') return usualAction[verdict]
  if (failed(grades, 'inventario', 'perfil') || plant?.line?.state === 'admin_down') return 'escalar'
  if (failed(grades, 'errores', 'distancia') || plant?.line?.state === 'los') return 'enviar_tecnico'
  return failed(grades, 'sesion') ? 'reset' : 'llamar_cliente'
}

/** Diagnoses a line. Always yields exactly one verdict, whatever is known. */
export function diagnose(facts: LineFacts): Diagnosis {
  const found = outcomes(facts)
  const grades = new Map(diagnosisTests.map((code, index) => [code, found[index] ?? unknown]))
  const tests = [...grades].map(([code, [grade, word, value = null, customer]]): TestResult => ({
    code,
    result_flag: resultFlag.is[flagOf[grade]],
    level: grade === 'unknown' ? null : grade,
    word,
    value,
    ...(customer !== undefined && { customer }),
  }))
  const verdict = verdictOf(facts, grades)
  return { tests, verdict, action: actionOf(verdict, facts, grades) }
}
