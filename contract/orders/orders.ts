import { orderKinds, orderStates, tmfStates } from '@hilo/domain/order.ts'
import { clockProvince, placeZones } from '@hilo/domain/place-clock.ts'
import { resultFlag } from '@hilo/domain/status.ts'
import { provincialCode } from '@hilo/domain/province.ts'
import * as z from 'zod/mini'
import { call, download, list } from '../call.ts'
import { orderLoads } from './order-loads.ts'
import { papers } from './papers.ts'
import { codeRef, id, nameRef, oneLine, phone, recordBase, time } from '../wire.ts'

const words = (most: number) => z.string().check(oneLine, z.minLength(1), z.maxLength(most))
const optional = <T extends z.ZodMiniType>(type: T) => z.optional(z.nullable(type))

const product = z.strictObject({
  code: words(40),
  down_mbps: optional(z.int().check(z.minimum(1), z.maximum(100_000))),
  up_mbps: optional(z.int().check(z.minimum(1), z.maximum(100_000))),
})
/** The address of the home; never the resident. */
const address = z.strictObject({
  street: words(200),
  number: optional(words(20)),
  floor: optional(words(40)),
  stair: optional(words(40)),
  postal_code: optional(z.string().check(z.regex(provincialCode))),
  municipality: optional(words(120)),
  province: optional(words(60).check(z.overwrite(clockProvince))),
})
/** The contact to call before the visit, and no other personal data. Deleted when the order closes. */
const contact = z.strictObject({ name: words(120), phone })
const instant = z.iso.datetime({ offset: true })
const appointment = z
  .strictObject({ from: instant, to: instant })
  .check(z.refine(({ from, to }) => Date.parse(from) < Date.parse(to), { path: ['to'] }))
const externalId = z.string().check(z.trim(), z.regex(/^[\w.:/-]{1,64}$/))
const comments = z.string().check(z.trim(), z.maxLength(500))

export const order = z.strictObject({
  ...recordBase,
  /** `OS-2026-0123456`. */
  code: z.string(),
  external_order_id: z.string(),
  vno_id: id,
  vno: nameRef,
  kind: z.enum(orderKinds),
  state: z.enum(orderStates),
  /** State in TMF641 terms. */
  tmf_state: z.enum(tmfStates),
  access_id: z.nullable(id),
  access: z.nullable(codeRef),
  cto_id: z.nullable(id),
  cto: z.nullable(codeRef),
  port_id: z.nullable(id),
  /** `code` is the port's label. */
  port: z.nullable(codeRef),
  feasibility_id: z.nullable(id),
  feasibility: z.nullable(z.strictObject({ id, result: z.string() })),
  /** External reason for waiting. */
  held_reason: z.nullable(z.string()),
  requested_date: z.nullable(z.string()),
  appointment: z.nullable(z.strictObject({ from: time, to: time })),
  /** Due time agreed with the operator; null if nothing is agreed for the order's kind. */
  deadline_at: z.nullable(time),
  completed_at: z.nullable(time),
  assigned_technical_id: z.nullable(id),
  assigned_technical: z.nullable(nameRef),
  contractor: z.nullable(nameRef),
  product: z.nullable(z.looseObject({})),
  address: z.nullable(z.looseObject({})),
  /** Time zone of the place: days and hours of the appointment are in it. */
  time_zone: z.enum(placeZones),
  reject_code: z.nullable(z.string()),
  cancellation: z.nullable(
    z.strictObject({ reason_code: z.string(), comments: z.nullable(z.string()), at: time, by: nameRef }),
  ),
  /** The intervention in progress for the order. */
  open_event: z.nullable(codeRef),
  /**
   * Null if the user may not see it now, and in the response of every change, which is stored for idempotent
   * repetition.
   */
  contact: z.nullable(z.strictObject({ name: z.string(), phone: z.string() })),
})
export type Order = z.infer<typeof order>

const get = list({
  summary: 'Órdenes de servicio',
  // The second privilege alone grants cancelled orders only.
  privilege: ['assignment_view', 'cancellation_view'],
  scope: 'vno',
  extension: true,
  record: order,
  filters: {
    id: { kind: 'id' },
    code: { kind: 'code' },
    external_order_id: { kind: 'code' },
    state: { kind: 'choice', values: orderStates },
    kind: { kind: 'choice', values: orderKinds },
    vno_id: { kind: 'id' },
    assigned_technical_id: { kind: 'id' },
    unassigned: { kind: 'boolean' },
    /** Without an appointment. */
    unscheduled: { kind: 'boolean' },
    access_id: { kind: 'id' },
    cto_id: { kind: 'id' },
    appointment_from: { kind: 'time' },
    deadline_at: { kind: 'time' },
    /** Not begun, and the hours of its appointment have passed. */
    late: { kind: 'boolean' },
    /** Open past its due time. */
    overdue: { kind: 'boolean' },
    created_at: { kind: 'time' },
  },
  sorts: ['created_at', 'appointment_from', 'deadline_at', 'id'],
  defaultSort: [['created_at', 'desc']],
  search: true,
  columns: {
    code: 'code',
    external_order_id: 'text',
    kind: 'choice:order_kind',
    state: 'choice:order_state',
    'appointment.from': 'place_time',
    'appointment.to': 'place_time',
    requested_date: 'day',
    deadline_at: 'place_time',
    completed_at: 'time',
    'assigned_technical.name': 'text',
    'contractor.name': 'text',
    'access.code': 'code',
    'cto.code': 'code',
    'port.code': 'code',
    time_zone: 'choice:place_zone',
    'cancellation.reason_code': 'text',
    'cancellation.comments': 'text',
    'cancellation.at': 'time',
    'cancellation.by.name': 'text',
    'vno.name': 'text',
    tmf_state: 'text',
    id: 'id',
    created_at: 'time',
    updated_at: 'time',
  },
})

const details = {
  requested_date: optional(z.iso.date()),
  appointment: optional(appointment),
  contact: optional(contact),
  product: optional(product),
  address: optional(address),
}
const base = { method: 'POST', scope: 'vno', extension: true, mutates: true } as const
const version = z.optional(z.int())
/** One order; `service_order_id` is an alias. */
const named = { order_id: z.optional(id), service_order_id: z.optional(id) }

/** Warnings about an assignment, which do not prevent it. */
export const assignWarnings = ['appointment_overlap', 'prl_expired'] as const

export const orders = {
  'admin_vno/orders/get': get,
  'admin_vno/orders/download': download(get, 'Descarga de órdenes', true),
  'admin_vno/orders/create': call({
    ...base,
    summary: 'Registra una orden de servicio',
    privilege: 'assignment_create',
    problems: ['NOT_FOUND', 'CTO_NOT_FOUND', 'ALREADY_EXISTS', 'PORT_NOT_AVAILABLE'],
    input: z.strictObject({
      /** The operator's own number; the product's if there is none. */
      external_order_id: z.optional(externalId),
      kind: z.enum(orderKinds),
      access_id: z.optional(id),
      feasibility_id: z.optional(id),
      cto_id: z.optional(id),
      cto_code: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
      ...details,
      /** Only accepted from the neutral operator. */
      vno_id: z.optional(id),
    }),
    output: z.strictObject({ record: order }),
  }),
  'admin_vno/orders/edit': call({
    ...base,
    summary: 'Cambia la cita y los datos de una orden, o la rechaza',
    privilege: ['assignment_edit', 'assignment_create'],
    problems: ['NOT_FOUND', 'VERSION_CONFLICT', 'ORDER_HAS_OPEN_EVENT', 'ORDER_ALREADY_COMPLETED', 'ORDER_BAD_STATE'],
    input: z.strictObject({ ...named, version, ...details, reject_code: z.optional(words(40)) }),
    output: z.strictObject({ record: order }),
  }),
  'admin_vno/orders/assign': call({
    ...base,
    summary: 'Asigna una orden, o varias, a un técnico, o a nadie',
    privilege: ['assignment_edit', 'assignment_create'],
    problems: [
      'NOT_FOUND',
      'VERSION_CONFLICT',
      'TECHNICAL_NOT_ACTIVE',
      'ORDER_HAS_OPEN_EVENT',
      'ORDER_ALREADY_COMPLETED',
      'ORDER_BAD_STATE',
    ],
    input: z.strictObject({
      ...named,
      order_ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(200))),
      technical_id: z.nullable(id),
      appointment: optional(appointment),
      /** With `order_id`. */
      version,
    }),
    output: z.strictObject({
      result_flag: z.literal(resultFlag.is.success),
      /** With `order_id`; null for several orders. */
      record: z.nullable(order),
      records: z.array(order),
      warnings: z.array(
        z.strictObject({
          order_id: id,
          code: z.enum(assignWarnings),
          text: z.string(),
          /** The overlapping order. */
          order: z.nullable(codeRef),
        }),
      ),
    }),
  }),
  'admin_vno/assigments/cancel_service_order': call({
    method: 'POST',
    scope: 'vno',
    mutates: true,
    summary: 'Cancela una orden de servicio',
    privilege: ['cancellation_create', 'assignment_delete'],
    problems: ['NOT_FOUND', 'VERSION_CONFLICT', 'ORDER_HAS_OPEN_EVENT', 'ORDER_ALREADY_COMPLETED', 'ORDER_BAD_STATE'],
    input: z.strictObject({
      service_order_id: z.optional(id),
      external_order_id: z.optional(externalId),
      reason_code: words(40),
      comments: optional(comments),
      version,
      /** Only accepted from the neutral operator, for whom an external number may be ambiguous. */
      vno_id: z.optional(id),
    }),
    output: z.strictObject({ result_flag: z.literal(resultFlag.is.success), record: order }),
  }),
  ...orderLoads,
  ...papers,
}
