/**
 * Every enumeration of the specification: wire number, key of its Spanish text and colour. `label` is a key of the text
 * catalogue; `color` one of the specification's colours ('accent' is the product's own).
 */

export type Color = 'success' | 'danger' | 'warning' | 'medium' | 'accent'

export interface Status {
  /** Number on the wire. */
  value: number
  /** Name in the specification, its spelling included. */
  name: string
  label: string
  color: Color
}

/** Declares one enumeration from `name: [value, color]`; its text keys are `status.<key>.<name>`. */
function enumeration<const T extends Record<string, readonly [number, Color]>>(key: string, members: T) {
  const all = Object.entries(members).map(([name, [value, color]]): Status => ({
    value,
    name,
    label: `status.${key}.${name}`,
    color,
  }))
  const byValue = new Map(all.map((status) => [status.value, status]))
  const value = Object.fromEntries(all.map((status) => [status.name, status.value]))
  return {
    key,
    all,
    values: all.map((status) => status.value),
    /** The numbers by name: `processState.is.created`. */
    is: value as { readonly [K in keyof T]: T[K][0] },
    /** The declaration of a received value; undefined for a number outside the enumeration. */
    of: (number: number | null | undefined) => (number == null ? undefined : byValue.get(number)),
  }
}

export const accountStatus = enumeration('account', {
  created: [1, 'medium'],
  waiting_approval: [2, 'warning'],
  suspended: [3, 'danger'],
  active: [4, 'success'],
  unavailable: [5, 'medium'],
})
export const enabledStatus = enumeration('enabled', { enabled: [1, 'success'], disabled: [2, 'danger'] })
export const vnoStatus = enumeration('vno', { enabled: [1, 'success'], suspended: [4, 'danger'] })
export const invitationStatus = enumeration('invitation', {
  invalid: [0, 'medium'],
  created: [1, 'medium'],
  disabled: [2, 'danger'],
  used: [3, 'success'],
})
export const origin = enumeration('origin', { invalid: [0, 'medium'], api: [1, 'medium'], app: [2, 'medium'] })

/** `iddle` keeps the specification's spelling. */
export const processState = enumeration('process_state', {
  error: [1, 'danger'],
  iddle: [2, 'warning'],
  cancelled: [3, 'medium'],
  wronglyFinalized: [4, 'danger'],
  finalized: [5, 'success'],
  finalizing: [6, 'warning'],
  wronglyCreated: [7, 'danger'],
  created: [8, 'accent'],
  creating: [9, 'warning'],
  wronglyCancelled: [10, 'danger'],
  finalizedSync: [11, 'success'],
  canceledSync: [12, 'medium'],
})
/** Value of `requestState` beside those of `processState`: some rows of the file were refused. */
const partly: Status = { value: 13, name: 'partly', label: 'status.request_state.partly', color: 'warning' }
/** State of a request as people see it: a file that ended with refused rows is no plain success. */
export const requestState = {
  ...processState,
  key: 'request_state',
  all: [...processState.all, partly],
  values: [...processState.values, partly.value],
  of: (number: number | null | undefined) => (number === partly.value ? partly : processState.of(number)),
}
/** The shown state of a request, from that of its event and the number of refused rows. */
export function requestStateOf(state: number | null, rowsError: number | null): number | null {
  const { finalized, finalizedSync } = processState.is
  return (state === finalized || state === finalizedSync) && (rowsError ?? 0) > 0 ? partly.value : state
}

export const eventType = enumeration('event_type', {
  createListener: [1, 'medium'],
  finalizeListener: [2, 'medium'],
  cancelledListener: [3, 'medium'],
  enrollmentDetect: [4, 'medium'],
  hairChangeRequest: [5, 'medium'],
  hairChangeResponse: [6, 'medium'],
  unsubscription: [7, 'medium'],
  apiEnrollment: [8, 'medium'],
  apiUnenrollment: [9, 'medium'],
  apiEnrollmentUploadfile: [10, 'medium'],
})
export const resultFlag = enumeration('result_flag', {
  success: [1, 'success'],
  error: [2, 'danger'],
  doing: [3, 'warning'],
})

/** The specification's first set of port states: the state of the CTO. */
export const ctoState = enumeration('cto', {
  disponible: [1, 'success'],
  copada: [2, 'warning'],
  defectuosa: [3, 'danger'],
  pendiente_revision: [4, 'warning'],
  no_instalada: [5, 'medium'],
})
/**
 * The specification's second set: the state of the port. Green is light: a port in use. Lists, drawings and shares take
 * these colours, and declare none of their own.
 */
export const portState = enumeration('port', {
  disponible: [1, 'medium'],
  asignado: [2, 'accent'],
  ocupado: [3, 'success'],
  cesado: [4, 'medium'],
  defectuoso: [5, 'danger'],
  pendiente_revision: [6, 'warning'],
})
export const inventoryStatus = enumeration('inventory', {
  inventory_review: [1, 'warning'],
  defective: [2, 'danger'],
  available: [3, 'success'],
})
export const assignmentStatus = enumeration('assignment', {
  assigned: [1, 'accent'],
  reserved: [2, 'accent'],
  occupied: [3, 'success'],
  to_be_withdrawn: [5, 'medium'],
  connection_cord_dedication: [7, 'accent'],
  reserve_for_inquiry: [8, 'accent'],
  defective: [9, 'danger'],
  available: [10, 'medium'],
  carrier_wave_equipment: [11, 'success'],
  technical_reserve: [12, 'accent'],
})
export const connectionType = enumeration('connection_type', { fusion: [0, 'medium'], preconnectorized: [1, 'medium'] })
export const enrollmentKind = enumeration('enrollment_kind', {
  enrollment_cto: [1, 'medium'],
  enrollment_drop: [2, 'medium'],
  unenrollment_cto: [3, 'medium'],
  unenrollment_drop: [4, 'medium'],
})
export const labelKind = enumeration('label_kind', {
  potency: [1, 'medium'],
  ctoLabel: [2, 'medium'],
  dropLabel: [3, 'medium'],
})
export const portProblem = enumeration('port_problem', {
  low_power: [1, 'warning'],
  defective: [2, 'danger'],
  unavailable: [3, 'danger'],
})
export const condition = enumeration('condition', {
  cto_damaged: [996, 'danger'],
  cto_distant: [997, 'warning'],
  cto_in_tree: [998, 'warning'],
  cto_in_chamber: [999, 'warning'],
  port_occupied: [800, 'warning'],
  port_damaged: [801, 'danger'],
  port_pending: [802, 'warning'],
})

export const workKinds = ['alta', 'baja', 'averia', 'cambio_pelo', 'mantenimiento'] as const
export type WorkKind = (typeof workKinds)[number]
export const ctoTypes = ['interior', 'fachada', 'poste', 'arqueta', 'camara', 'pedestal'] as const
/** Last reported state of an ONT. */
export const opticalStates = ['online', 'los', 'dying_gasp', 'offline', 'admin_down', 'unknown'] as const
export type OpticalState = (typeof opticalStates)[number]
/** Of a customer's Ethernet port and of its session. */
export const linkStates = ['up', 'down'] as const
export type LinkState = (typeof linkStates)[number]
/** Light of a port, visible to every operator. */
export const lights = ['ok', 'weak', 'dark', 'off', 'unknown'] as const
export type Light = (typeof lights)[number]

export const fieldSteps = [
  'initial',
  'report',
  'cto_access',
  'port_available',
  'power',
  'cto_enrollment',
  'drop_enrollment',
  'final_report',
] as const
export type FieldStep = (typeof fieldSteps)[number]
export const stepStatuses = ['iddle', 'paused', 'started', 'done', 'cancelled'] as const
export type StepStatus = (typeof stepStatuses)[number]
/** How far a step is, as the specification maps its status. A paused step is not started: it is begun again. */
export const stepProgress = {
  iddle: 'NOT_STARTED',
  paused: 'NOT_STARTED',
  started: 'IN_PROGRESS',
  done: 'COMPLETED',
  cancelled: 'FAILED',
} as const satisfies Record<StepStatus, string>
export type StepProgress = (typeof stepProgress)[StepStatus]

export const labelSources = ['qr', 'barcode', 'ocr', 'manual'] as const
export const dropTypes = ['interior', 'exterior'] as const
export const dropStates = ['instalada', 'reutilizable', 'retirada', 'averiada'] as const
export type DropState = (typeof dropStates)[number]
/** New, changed or confirmed, replaced, removed. */
export const enrollmentActions = ['A', 'M', 'R', 'B'] as const
export type EnrollmentAction = (typeof enrollmentActions)[number]
export const verificationStates = ['pendiente', 'verificada', 'rechazada'] as const
export type VerificationState = (typeof verificationStates)[number]
/** Whether a port went dark after its drop was removed. */
export const lightChecks = ['pendiente', 'sin_luz', 'con_luz', 'sin_respuesta'] as const
export const invitationKinds = ['admin', 'technician'] as const
/** Skills of a technician. */
export const technicalSkills = ['fusion', 'preconectorizada', 'altura', 'camara'] as const
/** What a mandatory picture must show. */
export const evidenceReasons = [
  'open_box',
  'no_access',
  'port',
  'meter',
  'cto_label',
  'drop_label',
  'free_port',
  'closed_box',
] as const
export type EvidenceReason = (typeof evidenceReasons)[number]

/** Effect of an intervention on one neighbour. */
export const neighbourClasses = [
  'igual',
  'microcorte',
  'corte_recuperado',
  'degradado',
  'apagado',
  'desconectado',
  'movido',
  'no_concluyente',
] as const
export type NeighbourClass = (typeof neighbourClasses)[number]
export const verdicts = [
  'limpia',
  'con_microcortes',
  'con_cortes',
  'degradada',
  'con_desconectados',
  'no_concluyente',
] as const
export type Verdict = (typeof verdicts)[number]
/** Case of a neighbour left without light, until its operator accepts it. */
export const caseStates = ['abierto', 'restaurado', 'aceptado', 'escalado'] as const
export type CaseState = (typeof caseStates)[number]
export const caseColor: Readonly<Record<CaseState, Color>> = {
  abierto: 'danger',
  restaurado: 'success',
  aceptado: 'medium',
  escalado: 'danger',
}
/** An operator's role in such a case: of the customer, of the technician, both, or neutral. */
export const caseRoles = ['victima', 'trabajador', 'ambas', 'neutro'] as const
/** When a reading of the CTO's neighbours was taken. */
export const phases = ['before', 'live', 'after', 'control_15min', 'control_24h'] as const
export type Phase = (typeof phases)[number]

/** Decisions on a hair change request. */
export const hairDecisions = ['concedido', 'alternativa', 'denegado'] as const
export type HairDecision = (typeof hairDecisions)[number]
/** Reasons for denying a hair change; the first two come from the automatic rule, the last one from a person. */
export const denyCodes = ['CTO_COPADA', 'PORT_NOT_AVAILABLE', 'OPERATOR_DECISION'] as const
export type DenyCode = (typeof denyCodes)[number]
export const resolvers = ['auto', 'operador'] as const

/** Every enumeration by its key, for formats and texts that select one by name. */
export const enumerations = Object.fromEntries(
  [
    accountStatus,
    enabledStatus,
    vnoStatus,
    invitationStatus,
    origin,
    processState,
    requestState,
    eventType,
    resultFlag,
    ctoState,
    portState,
    inventoryStatus,
    assignmentStatus,
    connectionType,
    enrollmentKind,
    labelKind,
    portProblem,
    condition,
  ].map((one) => [one.key, one]),
)
