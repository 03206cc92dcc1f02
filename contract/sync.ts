import * as z from 'zod/mini'
import { call } from './call.ts'
import { event } from './events.ts'
import { clientRequestId, id, time } from './wire.ts'
import { ctos } from './ctos.ts'
import { order } from './orders.ts'
import { port } from './ports.ts'

/** Boxes that a device may keep by hand at once. */
export const mostBoxes = 200

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
      /** Boxes that the technician wants beside those of his work. */
      boxes: z.optional(z.array(id).check(z.maxLength(mostBoxes))),
    }),
    output: z.strictObject({
      /** Assigned to the technician and not closed. */
      orders: z.array(order),
      /** Open, with their steps. */
      events: z.array(event),
      /** Boxes of both and those asked for, each with its faceplate. */
      ctos: z.array(ctos['admin_vno/ctos/get'].list.record),
      /** Ports of those boxes that one may work on, all of each box: the operator's own and the free ones. */
      ports: z.array(port),
      /** What holds for the operator's interventions where it is not the product's own value, by key. */
      settings: z.record(z.string(), z.unknown()),
      /** No longer among them: closed, given to somebody else, or no box that can be seen. */
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
      /** Each operation has its own, and that is what counts. */
      client_request_id: z.optional(clientRequestId),
    }),
    output: z.strictObject({
      /** Each as its own call would have answered. */
      results: z.array(
        z.strictObject({ client_request_id: clientRequestId, status: z.int(), body: z.looseObject({}) }),
      ),
    }),
  }),
}
