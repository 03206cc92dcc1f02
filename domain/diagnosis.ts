/** What is wrong with a customer's line: thirteen tests in their order, one verdict, what to do about it. */
import { foreignOnt } from './ont-serial.ts'
import { limits, powerLevel, siblingLevel, type OpticClass } from './optics.ts'
import { resultFlag, type OpticalState } from './status.ts'

/** In the order in which they are done. */
export const diagnosisTests = [
  'inventario',
  'olt',
  'pon',
  'arbol',
  'ont',
  'ultima_caida',
  'rx_ont',
  'rx_olt',
  'distancia',
  'errores',
  'perfil',
  'ethernet',
  'sesion',
] as const
export type DiagnosisTest = (typeof diagnosisTests)[number]
export const diagnosisVerdicts = [
  'OK',
  'ONT_APAGADA',
  'CORTE_ACOMETIDA',
  'CORTE_CTO',
  'CORTE_ARBOL',
  'BAJA_POTENCIA',
  'ONT_NO_PROVISIONADA',
  'SERIAL_DISTINTO',
  'OLT_INACCESIBLE',
  'NO_CONCLUYENTE',
] as const
export type DiagnosisVerdict = (typeof diagnosisVerdicts)[number]
export const diagnosisActions = ['ninguna', 'enviar_tecnico', 'reset', 'llamar_cliente', 'escalar'] as const
export type DiagnosisAction = (typeof diagnosisActions)[number]
export const downCauses = ['los', 'dying_gasp', 'admin_down', 'unknown'] as const
export type DownCause = (typeof downCauses)[number]

export interface Vlan {
  s: number | null
  c: number | null
}

/** Powers in dBm, lengths in metres; null is what nobody could read. */
export interface LineFacts {
  /** As the product's records have it. */
  inventory: {
    /** The access has its port, and the port its state. */
    coherent: boolean
    serial: string | null
    profile: string | null
    vlan: Vlan | null
    /** From the OLT to the box. */
    feederM: number
    opticClass: OpticClass
  }
  /** Null: the OLT does not answer. */
  plant: {
    ponUp: boolean
    /** ONTs of the whole PON, this one among them. */
    tree: { provisioned: number; online: number }
    /** The others of the box: those that nobody switched off, the dark ones among them, and the median that they receive. */
    box: { others: number; dark: number; medianDbm: number | null }
    /** Null: nothing of this customer's is at the port. */
    line: {
      serial: string | null
      state: OpticalState
      lastDownCause: DownCause | null
      rxDbm: number | null
      oltRxDbm: number | null
      distanceM: number | null
      /** Errors that reached the customer since the ONT started. */
      errors: number | null
      profile: string | null
      vlan: Vlan | null
      ethernet: 'up' | 'down' | null
      session: 'up' | 'down' | null
    } | null
  } | null
}

export interface TestResult {
  code: DiagnosisTest
  result_flag: number
  /** Its text is `diagnosis.<code>.<word>`. */
  word: string
  value: number | string | null
}
export interface Diagnosis {
  tests: TestResult[]
  verdict: DiagnosisVerdict
  action: DiagnosisAction
}

/** Longest drop, and how far a distance may be from what it should be, in metres. */
const dropM = 150
const toleranceM = 50
/** Share of a tree or of a box from which a cut is of the whole of it. */
const share = 0.8
/** Errors from which a customer notices. */
const mostErrors = 1000
/** Fewer neighbours are no measure of anything. */
const leastSiblings = 3

type Outcome = readonly [flag: 'success' | 'error' | 'doing', word: string, value?: number | string | null | undefined]
const good = (value?: number | string | null): Outcome => ['success', 'ok', value]
const bad = (word = 'mal', value?: number | string | null): Outcome => ['error', word, value]
const unknown: Outcome = ['doing', 'sin_comprobar']

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

/** What others receive is never told, only that one is far below them. */
function rx(line: Line, { box }: Plant, { opticClass }: LineFacts['inventory']): Outcome {
  if (line.rxDbm === null) return unknown
  const level = powerLevel(line.rxDbm, limits('ont', opticClass))
  if (level === 'bloqueo') return bad('mal', line.rxDbm)
  const { medianDbm, others } = box
  const worse = medianDbm !== null && others >= leastSiblings && siblingLevel(line.rxDbm, medianDbm) === 'bloqueo'
  if (worse) return bad('peor', line.rxDbm)
  return level === 'aviso' ? ['success', 'justa', line.rxDbm] : good(line.rxDbm)
}

function oltRx(line: Line, { opticClass }: LineFacts['inventory']): Outcome {
  if (line.oltRxDbm === null) return unknown
  const level = powerLevel(line.oltRxDbm, limits('olt', opticClass))
  if (level === 'bloqueo') return bad('mal', line.oltRxDbm)
  return level === 'aviso' ? ['success', 'justa', line.oltRxDbm] : good(line.oltRxDbm)
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

const side = (value: 'up' | 'down' | null): Outcome => (value === null ? unknown : value === 'up' ? good() : bad())

function errors({ errors: count }: Line): Outcome {
  if (count === null) return unknown
  return count < mostErrors ? good(count) : bad('mal', count)
}

function treeStands({ tree, box }: Plant): boolean {
  // Where the box is the whole tree, its own cut is told from the others' of the box.
  const beyond = tree.provisioned - box.others - 1
  return beyond <= 0 || (tree.provisioned - tree.online) / tree.provisioned < share
}

const boxStands = ({ box }: Plant) => box.others === 0 || (box.dark + 1) / (box.others + 1) < share

function outcomes({ inventory, plant }: LineFacts): Outcome[] {
  const begin = inventory.coherent ? good() : bad()
  if (plant === null) return [begin, bad(), ...Array.from({ length: 11 }, () => unknown)]
  const { line } = plant
  const before = [begin, good(), plant.ponUp ? good() : bad(), treeStands(plant) ? good() : bad()]
  if (line === null) return [...before, ...Array.from({ length: 9 }, () => unknown)]
  return [
    ...before,
    ont(line, inventory),
    lastDown(line),
    rx(line, plant, inventory),
    oltRx(line, inventory),
    distance(line, inventory),
    errors(line),
    profile(line, inventory),
    side(line.ethernet),
    side(line.session),
  ]
}

type Flags = ReadonlyMap<DiagnosisTest, number>
const failed = (flags: Flags, ...tests: DiagnosisTest[]) => tests.some((one) => flags.get(one) === resultFlag.is.error)

/** Of a line in the dark: who else is. A last word of the ONT itself says more than its neighbours do. */
function darkVerdict(line: Line, plant: Plant): DiagnosisVerdict {
  if (line.state === 'dying_gasp') return 'ONT_APAGADA'
  if (line.state === 'admin_down') return 'NO_CONCLUYENTE'
  if (!plant.ponUp || !treeStands(plant)) return 'CORTE_ARBOL'
  if (!boxStands(plant)) return 'CORTE_CTO'
  const alone = plant.tree.provisioned <= 1
  // Some of the box are dark, yet not most: neither his own drop nor the whole box.
  const shared = plant.box.dark > 0 && (plant.box.dark + 1) / (plant.box.others + 1) >= 0.5
  return line.state === 'los' && !alone && !shared ? 'CORTE_ACOMETIDA' : 'NO_CONCLUYENTE'
}

function verdictOf({ inventory, plant }: LineFacts, flags: Flags): DiagnosisVerdict {
  if (plant === null) return 'OLT_INACCESIBLE'
  const { line } = plant
  if (line === null) return 'NO_CONCLUYENTE'
  if (line.serial === null && line.state !== 'los' && line.state !== 'dying_gasp') return 'ONT_NO_PROVISIONADA'
  if (line.serial === foreignOnt) return 'SERIAL_DISTINTO'
  if (line.serial !== null && inventory.serial !== null && line.serial !== inventory.serial) return 'SERIAL_DISTINTO'
  if (!isOnline(line)) return darkVerdict(line, plant)
  if (line.profile === null && inventory.profile !== null) return 'ONT_NO_PROVISIONADA'
  if (failed(flags, 'rx_ont', 'rx_olt')) return 'BAJA_POTENCIA'
  return failed(flags, ...diagnosisTests) ? 'NO_CONCLUYENTE' : 'OK'
}

const usualAction: Readonly<Record<Exclude<DiagnosisVerdict, 'NO_CONCLUYENTE'>, DiagnosisAction>> = {
  OK: 'ninguna',
  ONT_APAGADA: 'llamar_cliente',
  CORTE_ACOMETIDA: 'enviar_tecnico',
  CORTE_CTO: 'enviar_tecnico',
  CORTE_ARBOL: 'escalar',
  BAJA_POTENCIA: 'enviar_tecnico',
  ONT_NO_PROVISIONADA: 'escalar',
  SERIAL_DISTINTO: 'escalar',
  OLT_INACCESIBLE: 'escalar',
}

function actionOf(verdict: DiagnosisVerdict, { plant }: LineFacts, flags: Flags): DiagnosisAction {
  if (verdict !== 'NO_CONCLUYENTE') return usualAction[verdict]
  if (failed(flags, 'inventario', 'perfil') || plant?.line?.state === 'admin_down') return 'escalar'
  if (failed(flags, 'errores', 'distancia') || plant?.line?.state === 'los') return 'enviar_tecnico'
  return failed(flags, 'sesion') ? 'reset' : 'llamar_cliente'
}

/** Judges a line. Whatever is known of it, there is one verdict. */
export function diagnose(facts: LineFacts): Diagnosis {
  const found = outcomes(facts)
  const tests = diagnosisTests.map((code, index): TestResult => {
    const [flag, word, value = null] = found[index] ?? unknown
    return { code, result_flag: resultFlag.is[flag], word, value }
  })
  const flags = new Map(tests.map(({ code, result_flag }) => [code, result_flag]))
  const verdict = verdictOf(facts, flags)
  return { tests, verdict, action: actionOf(verdict, facts, flags) }
}
