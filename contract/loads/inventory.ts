import { positionSources } from '@hilo/domain/position.ts'
import { codeForm } from '@hilo/domain/inventory.ts'
import {
  assignmentStatus,
  condition,
  connectionType,
  ctoTypes,
  inventoryStatus,
  portProblem,
  resultFlag,
} from '@hilo/domain/status.ts'
import { provincialCode } from '@hilo/domain/province.ts'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { cto } from '../ctos.ts'
import { ignoreColumns, loadAnswer, loadFiles, preview } from './load.ts'
import { port } from '../ports/ports.ts'
import { id, oneLine, position } from '../wire.ts'

/** The network inventory of the neutral operator: loaded from files, created and edited by hand. */

export const networkKinds = ['olt', 'pon', 'cto', 'port', 'drop'] as const

const code = z.string().check(z.regex(codeForm))
const words = (most: number) => z.string().check(oneLine, z.minLength(1), z.maxLength(most))
/** Multi-line text. */
const prose = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most))
const optional = <T extends z.ZodMiniType>(type: T) => z.optional(z.nullable(type))
const version = z.optional(z.int())

const address = {
  street: words(200),
  number: optional(words(20)),
  floor: optional(words(40)),
  stair: optional(words(40)),
  postal_code: z.string().check(z.regex(provincialCode)),
  municipality: words(120),
  ine_code: z.string().check(z.regex(provincialCode)),
  province: words(60),
}
const place = z.extend(position, { source: z.optional(z.enum(positionSources)) })
const splitter = z.strictObject({
  level: z.int().check(z.minimum(1), z.maximum(3)),
  ratio: z.string().check(z.regex(/^1:\d{1,3}$/)),
})
/** The PON by its code, or by OLT, slot and port. */
const upstream = {
  pon_code: z.optional(code),
  olt_id: z.optional(id),
  slot: z.optional(z.int()),
  pon: z.optional(z.int()),
  splitter1_code: code,
  feeder_m: z.int().check(z.minimum(0), z.maximum(60_000)),
}
const boxConditions = [
  condition.is.cto_damaged,
  condition.is.cto_distant,
  condition.is.cto_in_tree,
  condition.is.cto_in_chamber,
] as const

const box = {
  label: code,
  type: z.enum(ctoTypes),
  connection_type: z.literal(connectionType.values),
  ports_total: z.literal([4, 8, 16, 24, 32]),
  key_needed: z.boolean(),
  splitter,
  /** Codes of defects or access problems of the CTO; their start time is set automatically. */
  conditions: z.array(z.literal(boxConditions)).check(z.maxLength(4)),
  /** False: planned, not installed yet. */
  installed: z.boolean(),
}
const free = {
  model: optional(words(120)),
  access_notes: optional(prose(1000)),
  height_m: optional(z.number().check(z.minimum(0), z.maximum(99), z.multipleOf(0.1))),
}
const lock = z.strictObject({ until: optional(z.iso.datetime({ offset: true })), reason: prose(300) })

const base = { method: 'POST', scope: 'network', extension: true, mutates: true } as const
const success = z.literal(resultFlag.is.success)

export const inventory = {
  'admin_vno/inventory/load': call({
    ...base,
    summary: 'Carga la red desde un archivo: OLT, puertos PON, cajas, puertos y acometidas',
    privilege: 'cto_create',
    files: loadFiles,
    problems: ['PRIVILEGE_DENIED', 'STORAGE_FULL'],
    input: z.strictObject({
      /** Kind of the rows; by default each row states it in its column `kind`. */
      kind: z.optional(z.enum(networkKinds)),
      preview,
      ignore_columns: ignoreColumns,
    }),
    output: loadAnswer,
  }),
  'admin_vno/ctos/create': call({
    ...base,
    summary: 'Da de alta una caja con sus puertos',
    privilege: 'cto_create',
    // Creating a deleted CTO's code again restores it: with at least as many positions as were in use.
    problems: ['PRIVILEGE_DENIED', 'NOT_FOUND', 'ALREADY_EXISTS', 'IN_USE'],
    input: z.strictObject({
      ...free,
      code,
      type: box.type,
      connection_type: box.connection_type,
      ports_total: box.ports_total,
      label: z.optional(box.label),
      key_needed: z.optional(box.key_needed),
      splitter: z.optional(splitter),
      conditions: z.optional(box.conditions),
      installed: z.optional(box.installed),
      address: z.strictObject(address),
      position: place,
      upstream: z.strictObject(upstream),
    }),
    output: z.strictObject({ record: cto }),
  }),
  'admin_vno/ctos/edit': call({
    ...base,
    summary: 'Cambia los datos de una caja, sus condiciones o su bloqueo por mantenimiento',
    privilege: 'cto_edit',
    problems: ['PRIVILEGE_DENIED', 'NOT_FOUND', 'VERSION_CONFLICT', 'IN_USE'],
    input: z.strictObject({
      ...free,
      ...z.partial(z.strictObject(box)).shape,
      id,
      version,
      address: z.optional(z.partial(z.strictObject(address))),
      position: z.optional(place),
      upstream: z.optional(z.partial(z.strictObject(upstream))),
      /** Null releases the CTO. */
      lock: optional(lock),
    }),
    output: z.strictObject({ record: cto }),
  }),
  'admin_vno/ctos/delete': call({
    ...base,
    summary: 'Quita una caja de la red',
    privilege: 'cto_delete',
    problems: ['PRIVILEGE_DENIED', 'NOT_FOUND', 'VERSION_CONFLICT', 'IN_USE'],
    input: z.strictObject({ id, version }),
    output: z.strictObject({ result_flag: success, record: z.strictObject({ id, code: z.string() }) }),
  }),
  'admin_vno/ports/edit': call({
    ...base,
    summary: 'Corrige el estado de un puerto en el inventario',
    privilege: 'port_edit',
    problems: [
      'PRIVILEGE_DENIED',
      'NOT_FOUND',
      'VERSION_CONFLICT',
      'PORT_BAD_STATE',
      'PORT_NOT_AVAILABLE',
      'IN_USE',
      'LABEL_DUPLICATE',
    ],
    input: z.strictObject({
      id,
      version,
      inventory_status: z.optional(z.literal(inventoryStatus.values)),
      assignment_status: z.optional(z.literal(assignmentStatus.values)),
      label: z.optional(code),
      splitter_leg: z.optional(z.int().check(z.minimum(1), z.maximum(64))),
      problem: optional(
        z.strictObject({
          reason: z.literal(portProblem.values),
          code: optional(z.literal([condition.is.port_occupied, condition.is.port_damaged, condition.is.port_pending])),
        }),
      ),
      /** Operator of a reservation, or of an undeclared occupation. */
      vno_id: z.optional(id),
      /** Access and drop of an undeclared occupation. */
      access_id: z.optional(id),
      drop_id: z.optional(id),
      reason: z.optional(prose(500)),
    }),
    output: z.strictObject({ record: port }),
  }),
}
