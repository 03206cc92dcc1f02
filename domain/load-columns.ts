/** Columns of loaded tables, by kind, as documented for the person who prepares the file. */
import { opticClasses } from './optics.ts'
import { orderKinds } from './order.ts'
import {
  assignmentStatus,
  connectionType,
  ctoTypes,
  dropStates,
  dropTypes,
  enrollmentActions,
  enrollmentKind,
  inventoryStatus,
  labelSources,
  technicalSkills,
  type Status,
} from './status.ts'

/** `always`: in every row; `new`: in rows that create a record; `drop`, `replace`: in rows of a drop, or of a replacement. */
type Needed = 'always' | 'new' | 'drop' | 'replace'

/** Numbers outside this range are accepted with a warning. */
export interface Usual {
  min: number
  max: number
}

export interface LoadColumn {
  /** Wire name; also accepted as a header. */
  name: string
  /** Spanish header. */
  head: string
  example: string
  needed?: Needed
  /** Text keys of the allowed words, for a closed set. */
  words?: readonly string[]
  /** Allowed words that need no translation. */
  values?: readonly string[]
  usual?: Usual
}

export const loadKinds = [
  'olt',
  'pon',
  'cto',
  'port',
  'drop',
  'orders',
  'accesses',
  'technicals',
  'enrollments',
] as const
export type LoadKind = (typeof loadKinds)[number]

type More = Omit<LoadColumn, 'name' | 'head' | 'example'>
const column = (name: string, head: string, example: string, more: More = {}): LoadColumn => ({
  name,
  head,
  example,
  ...more,
})
const always = { needed: 'always' } as const
const fresh = { needed: 'new' } as const
const choice = (of: string, words: readonly string[]) => ({ words: words.map((word) => `choice.${of}.${word}`) })
const status = ({ all }: { all: readonly Status[] }) => ({ words: all.map(({ label }) => label) })
const usual = (min: number, max: number) => ({ usual: { min, max } })
/** Speeds of access products. */
const speeds = usual(10, 10_000)
const dropLength = usual(2, 500)
const yesNo = { values: ['sí', 'no'] }

export const loadColumns: Readonly<Record<LoadKind, readonly LoadColumn[]>> = {
  olt: [
    column('code', 'código', 'VAL01-OLT01', always),
    column('exchange_code', 'central', 'VAL01'),
    column('name', 'nombre', 'Central Vallecas'),
    column('vendor', 'fabricante', 'Huawei', fresh),
    column('model', 'modelo', 'MA5800-X7', fresh),
    column('optic_class', 'clase óptica', 'B+', { ...fresh, values: opticClasses }),
  ],
  pon: [
    column('code', 'código', 'VAL01-OLT01/1/7/3'),
    column('olt_code', 'código olt', 'VAL01-OLT01', fresh),
    column('slot', 'tarjeta', '7', fresh),
    column('port', 'puerto pon', '3', fresh),
    column('tx_dbm', 'potencia dbm', '3,1', { ...fresh, ...usual(0, 8) }),
  ],
  cto: [
    column('code', 'código', '28079-VAL01-0312-07', always),
    column('label', 'matrícula', 'VAL01-0312-07'),
    column('type', 'tipo', 'fachada', { ...fresh, ...choice('type', ctoTypes) }),
    column('model', 'modelo', 'FDB-16'),
    column('connection_type', 'tipo de conexión', 'Preconectorizada', { ...fresh, ...status(connectionType) }),
    column('ports_total', 'puertos', '16', { ...fresh, values: ['4', '8', '16', '24', '32'] }),
    column('street', 'calle', 'C/ Peña Prieta', fresh),
    column('street_number', 'número', '38'),
    column('floor', 'planta', 'baja'),
    column('stair', 'escalera', 'A'),
    column('postal_code', 'código postal', '28053', fresh),
    column('municipality', 'municipio', 'Madrid', fresh),
    column('ine_code', 'código ine', '28079', fresh),
    column('province', 'provincia', 'Madrid', fresh),
    column('lat', 'latitud', '40,3885', fresh),
    column('lon', 'longitud', '-3,6643', fresh),
    column('accuracy_m', 'precisión', '5', usual(0, 100)),
    column('access_notes', 'notas de acceso', 'Llave en conserjería'),
    column('key_needed', 'necesita llave', 'sí', yesNo),
    column('height_m', 'altura', '3,2', usual(0, 12)),
    column('pon_code', 'pon', 'VAL01-OLT01/1/7/3', fresh),
    column('splitter1_code', 'divisor primario', 'VAL01-0312', fresh),
    column('splitter_level', 'nivel divisor', '2', { values: ['1', '2', '3'] }),
    column('splitter_ratio', 'relación divisor', '1:16'),
    column('feeder_m', 'metros alimentación', '2380', { ...fresh, ...usual(20, 20_000) }),
    column('conditions', 'condiciones', '999', { values: ['996', '997', '998', '999'] }),
    column('installed', 'instalada', 'sí', yesNo),
  ],
  port: [
    column('cto_code', 'código cto', '28079-VAL01-0312-07', always),
    column('number', 'número', '5', always),
    column('label', 'matrícula', 'VAL01-0312-07/05'),
    column('inventory_status', 'estado de inventario', 'available', status(inventoryStatus)),
    column('assignment_status', 'estado de asignación', 'available', status(assignmentStatus)),
    column('splitter_leg', 'salida del divisor', '5'),
    column('vno_code', 'código operador', 'NORTE'),
  ],
  drop: [
    column('label', 'matrícula', 'D28-0123456-3', always),
    column('vno_code', 'código operador', 'NORTE', fresh),
    column('access_code', 'acceso', 'AC28-01234567-4'),
    column('port_label', 'puerto', 'VAL01-0312-07/05'),
    column('type', 'tipo', 'interior', { ...fresh, ...choice('drop_type', dropTypes) }),
    column('length_m', 'longitud', '64', dropLength),
    column('connection_type', 'conexión', 'Preconectorizada', { ...fresh, ...status(connectionType) }),
    column('fibre_no', 'número de fibra', '1', usual(1, 144)),
    column('state', 'estado', 'instalada', choice('drop_state', dropStates)),
  ],
  orders: [
    column('external_order_id', 'número de orden', 'OT-2026-0001', always),
    column('code', 'código de hilo', ''),
    column('kind', 'tipo', 'alta', { ...always, ...choice('order_kind', orderKinds) }),
    column('access_code', 'acceso', ''),
    column('cto_code', 'cto', '28079-VAL01-0312-07'),
    column('requested_date', 'fecha pedida', '20/11/2026'),
    column('appointment_from', 'cita desde', '2026-11-20 10:00'),
    column('appointment_to', 'cita hasta', '2026-11-20 12:00'),
    column('contact_name', 'nombre de contacto', 'Ana García'),
    column('contact_phone', 'teléfono', '+34600111222'),
    column('product_code', 'producto', 'FTTH-600'),
    column('down_mbps', 'bajada', '600', speeds),
    column('up_mbps', 'subida', '600', speeds),
    column('street', 'calle', 'C/ Peña Prieta'),
    column('number', 'número', '38'),
    column('floor', 'piso', '2.º B'),
    column('postal_code', 'código postal', '28053'),
    column('municipality', 'municipio', 'Madrid'),
    column('province', 'provincia', 'Madrid'),
  ],
  accesses: [
    column('port_label', 'puerto', 'VAL01-0312-07/05', always),
    column('drop_label', 'acometida', 'D28-0123456-3', fresh),
    column('ont_serial', 'número de serie', 'HWTC1A2B3C4D'),
    column('access_code', 'código', 'AC28-01234567-4'),
    column('customer_ref', 'referencia de cliente', 'CL-000123'),
    column('product_code', 'producto', 'FTTH-600'),
    column('down_mbps', 'bajada', '600', speeds),
    column('up_mbps', 'subida', '600', speeds),
    column('address', 'dirección', 'C/ Peña Prieta 38, 2.º B'),
    column('uuii_id', 'unidad inmobiliaria', 'UI-28079-001234'),
    column('drop_type', 'tipo', 'interior', choice('drop_type', dropTypes)),
    column('length_m', 'longitud', '64', dropLength),
    column('connection_type', 'conexión', 'Preconectorizada', status(connectionType)),
    column('fibre_no', 'fibra', '1', usual(1, 144)),
  ],
  technicals: [
    column('employee_code', 'código empleado', 'T-0042', fresh),
    column('name', 'nombre', 'Javier Carrasco Molina', always),
    column('email', 'correo', 'javier.carrasco@contrata.example', fresh),
    column('tax_id', 'nif', '12345678Z'),
    column('phone', 'teléfono', '+34600111222'),
    column('contractor', 'contrata', 'Fibracer'),
    column('prl_valid_until', 'prl válida hasta', '31/12/2027'),
    column('skills', 'habilidades', 'fusion; altura', choice('skill', technicalSkills)),
    column('zones', 'zonas', '28079; 28058'),
  ],
  enrollments: [
    column('kind', 'tipo', 'Matriculación de acometida', { ...always, ...status(enrollmentKind) }),
    column('action', 'acción', 'Alta', { ...always, ...choice('action', enrollmentActions) }),
    column('cto_code', 'cto', '28079-VAL01-0312-07', always),
    column('port_number', 'puerto', '5', { needed: 'drop' }),
    column('label_read', 'etiqueta', 'D28-0123456-3', always),
    column('label_source', 'lectura', 'Código QR', choice('label_source', labelSources)),
    column('replaced_label', 'etiqueta anterior', '', { needed: 'replace' }),
    column('connection_type', 'conexión', 'Preconectorizada', status(connectionType)),
    column('drop_type', 'tipo de acometida', 'interior', choice('drop_type', dropTypes)),
    column('length_m', 'longitud', '64', dropLength),
    column('fibre_no', 'fibra', '1', usual(1, 144)),
    column('power_dbm', 'potencia dbm', '-20,8', usual(-28, -8)),
  ],
}

/** A template: the headers, and a sample row. */
export const templateRows = (kind: LoadKind): [heads: string[], example: string[]] => [
  loadColumns[kind].map(({ head }) => head),
  loadColumns[kind].map(({ example }) => example),
]

/** Usual ranges of a table's numbers, by wire name. */
export const usualRanges = (kind: LoadKind): Record<string, Usual | undefined> =>
  Object.fromEntries(loadColumns[kind].map((one) => [one.name, one.usual]))
