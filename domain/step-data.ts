/** Data recorded in each step. Every field may be missing until the step is done. */
import type { dropTypes, EnrollmentAction, FieldStep, labelSources } from './status.ts'

/** Words recorded by technicians in the steps. */
export const readBy = ['qr', 'list', 'typed'] as const
export const boxFound = ['cerrada', 'abierta', 'danada'] as const
export const accessMethods = ['llave', 'conserje', 'escalera', 'cesta', 'camara', 'libre'] as const
/** Conditions that prevent the use of a port. */
export const portFaults = [800, 801, 802] as const
/** Free, or what prevents its use. */
export const portFound = ['libre', ...portFaults] as const
/** Conditions of a box that a technician may see. */
export const boxFaults = [996, 997, 998, 999] as const
/** Wavelengths of a power meter, nm. */
export const wavelengths = [1310, 1490, 1550, 1577] as const

type Recorded<T> = { readonly [K in keyof T]?: T[K] | null | undefined }
type Word<T extends readonly unknown[]> = T[number]

export interface Position {
  readonly lat: number
  readonly lon: number
  readonly accuracy_m?: number | null | undefined
}
/** Free, or the condition found; a condition may be sent as a string of digits. */
type PortFound = Word<typeof portFound> | `${Word<typeof portFound>}`

export interface StepData {
  initial: Recorded<{
    /** Risks assessed before working: height, live parts, gas. */
    prl: Recorded<{ altura: boolean; tension: boolean; gas: boolean }>
    position: Position
    cto_code_read: string
    read_by: Word<typeof readBy>
  }>
  report: Recorded<{
    box: Word<typeof boxFound>
    /** 1 (a tangle) to 5. */
    tidy: number
    free_ports_seen: number
    conditions: readonly number[]
    loose_fibres: boolean
    comments: string
  }>
  cto_access: Recorded<{
    method: Word<typeof accessMethods>
    connection_type: number
    minutes: number
    no_access_reason: string
  }>
  port_available: Recorded<{ port_number: number; found: PortFound; comments: string }>
  power: Recorded<{
    /** At the port of the CTO, before the drop. */
    power_dbm: number
    /** At the customer's socket. */
    roseta_dbm: number
    meter: Recorded<{ model: string; serial: string }>
    wavelength_nm: number
    comments: string
  }>
  cto_enrollment: Recorded<{
    label_read: string
    label_source: Word<typeof labelSources>
    action: EnrollmentAction
    position: Position
  }>
  drop_enrollment: Recorded<{
    drop_label_read: string
    label_source: Word<typeof labelSources>
    length_m: number
    drop_type: Word<typeof dropTypes>
    connection_type: number
    fibre_no: number
    port_number: number
    action: EnrollmentAction
    replaced_label: string
  }>
  final_report: Recorded<{
    ont_serial: string
    rx_dbm: number
    tx_dbm: number
    speed_ok: boolean
    customer_present: boolean
    materials: readonly { readonly code: string; readonly quantity: number }[]
    minutes: number
    comments: string
    signature_file_id: number
  }>
}
/** The data of any step. */
export type AnyStepData = { [S in FieldStep]: StepData[S] }[FieldStep]
