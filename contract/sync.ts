import * as z from 'zod/mini'
import { call } from './call.ts'
import { event } from './events.ts'
import { clientRequestId, id, time } from './wire.ts'
import { ctos } from './ctos.ts'
import { order } from './orders.ts'

/** What a device keeps to work without coverage, and what it did meanwhile. */
export const sync = {
  'admin_vno/sync/pull': call({
    method: 'POST',
    privilege: ['assignment_view', 'event_view'],
    scope: 'vno',
    summary: 'Lo que ha cambiado de las órdenes, las intervenciones y las cajas de un técnico',
    extension: true,
    input: z.strictObject({
      /** Of the last answer; without it everything comes. */
      cursor: z.optional(z.nullable(z.string().check(z.maxLength(50_000)))),
    }),
    output: z.strictObject({
      /** Assigned to the technician and not closed. */
      orders: z.array(order),
      /** Open, with their steps. */
      events: z.array(event),
      /** Boxes of both, each with its faceplate. */
      ctos: z.array(ctos['admin_vno/ctos/get'].list.record),
      /** No longer among them: closed, or given to somebody else. */
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
    }),
    output: z.strictObject({
      /** Each as its own call would have answered. */
      results: z.array(
        z.strictObject({ client_request_id: clientRequestId, status: z.int(), body: z.looseObject({}) }),
      ),
    }),
  }),
}
