import * as z from 'zod/mini'
import { call } from './call.ts'
import { event } from './events/events.ts'
import { clientRequestId, id, time } from './wire.ts'
import { ctos } from './ctos.ts'
import { order } from './orders/orders.ts'
import { port } from './ports/ports.ts'

/** Maximum number of CTOs that a device may keep by hand. */
const mostBoxes = 200

/** Download of the data for offline work, and upload of offline changes. */
export const sync = {
  'admin_vno/sync/pull': call({
    method: 'POST',
    privilege: ['assignment_view', 'event_view'],
    scope: 'vno',
    summary: 'Lo que ha cambiado de las órdenes, las intervenciones y las cajas de un técnico',
    extension: true,
    input: z.strictObject({
      /** From the last response; without it everything is returned. */
      cursor: z.optional(z.nullable(z.string().check(z.maxLength(50_000)))),
      /** CTOs requested in addition to those of the assigned work. */
      boxes: z.optional(z.array(id).check(z.maxLength(mostBoxes))),
    }),
    output: z.strictObject({
      /** Orders assigned to the technician and not closed. */
      orders: z.array(order),
      /** Open interventions with their steps. */
      events: z.array(event),
      /** CTOs of both, and the requested ones, each with its faceplate. */
      ctos: z.array(ctos['admin_vno/ctos/get'].list.record),
      /** Workable ports of those CTOs: the operator's own and the free ones. Always the complete set of a CTO. */
      ports: z.array(port),
      /** Settings of the operator's interventions that differ from the product's defaults, by key. */
      settings: z.record(z.string(), z.unknown()),
      /** Removed since the last response: closed, reassigned, or a CTO not visible any more. */
      removed: z.strictObject({ orders: z.array(id), events: z.array(id), ctos: z.array(id) }),
      cursor: z.string(),
      server_time: time,
    }),
  }),
  'admin_vno/sync/push': call({
    method: 'POST',
    privilege: ['event_edit', 'event_create'],
    scope: 'vno',
    summary: 'Lo que un técnico hizo sin cobertura, en su orden',
    extension: true,
    input: z.strictObject({
      operations: z
        .array(
          z.strictObject({
            path: z.string().check(z.maxLength(100)),
            query: z.looseObject({}),
            client_request_id: clientRequestId,
          }),
        )
        .check(z.minLength(1), z.maxLength(100)),
      /** Ignored: each operation carries its own. */
      client_request_id: z.optional(clientRequestId),
    }),
    output: z.strictObject({
      /** Each as the response of its own call. */
      results: z.array(
        z.strictObject({ client_request_id: clientRequestId, status: z.int(), body: z.looseObject({}) }),
      ),
    }),
  }),
}
