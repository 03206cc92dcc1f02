import * as z from 'zod/mini'
import { call } from './call.ts'
import { ontSerial, time } from './wire.ts'

const plantActions = [
  'unplug',
  'plug',
  'cut_feeder',
  'mend_feeder',
  'degrade',
  'swap',
  'power_off',
  'power_on',
  'olt_down',
  'olt_up',
  'olt_restart',
  'card_restart',
  'register_ont',
] as const

/**
 * Controls the simulated plant and its clock, in demonstration mode only. `unplug` and `plug` with `port` pull that
 * hair and put it back well seated; without `port` they cut and repair the fibre before the box, so that every ONT of
 * its PON goes dark. `cut_feeder` and `mend_feeder` do it to the fibre that feeds the box alone, all its hairs at once. `degrade`, `power_off` and `power_on` without `port` apply to the whole box; `degrade` adds `db`
 * to the current loss. `swap` exchanges the hairs of `port` and `port_to`, which is a port of the box `cto_code_to` if
 * given: an ONT on another PON is not served. `register_ont` connects a new ONT to the hair of `port`; without `serial`
 * it gets a generated one. `olt_down`, `olt_up` and `olt_restart` apply to the box's OLT, `card_restart` to the card of its PON.
 * A hair without an ONT gives no light, and moving it is not an error.
 */
export const demo = {
  'demo/plant/act': call({
    method: 'POST',
    privilege: 'any',
    scope: 'network',
    summary: 'Mueve la planta simulada, como lo haría una mano en la caja',
    extension: true,
    demo: true,
    mutates: true,
    problems: ['CTO_NOT_FOUND'],
    input: z.strictObject({
      action: z.enum(plantActions),
      cto_code: z.string().check(z.minLength(1), z.maxLength(64)),
      /** Number printed beside the port. */
      port: z.optional(z.int().check(z.minimum(1), z.maximum(32))),
      /** The other CTO of `swap`. */
      cto_code_to: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
      port_to: z.optional(z.int().check(z.minimum(1), z.maximum(32))),
      /** Loss added by `degrade`, dB. */
      db: z.optional(z.number().check(z.minimum(0), z.maximum(40))),
      serial: z.optional(ontSerial),
    }),
    output: z.strictObject({
      result_flag: z.literal(1),
      record: z.strictObject({ action: z.enum(plantActions), cto_code: z.string(), at: time }),
    }),
  }),
  'demo/plant/clock': call({
    method: 'POST',
    privilege: 'any',
    scope: 'network',
    summary: 'Adelanta el reloj de la demostración',
    extension: true,
    demo: true,
    mutates: true,
    input: z.strictObject({ advance_s: z.int().check(z.minimum(1), z.maximum(31 * 86_400)) }),
    output: z.strictObject({ result_flag: z.literal(1), record: z.strictObject({ now: time, offset_s: z.int() }) }),
  }),
}
