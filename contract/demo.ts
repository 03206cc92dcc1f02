import * as z from 'zod/mini'
import { call } from './call.ts'
import { ontSerial, time } from './wire.ts'

export const plantActions = [
  'unplug',
  'plug',
  'degrade',
  'swap',
  'power_off',
  'power_on',
  'olt_down',
  'olt_up',
  'olt_restart',
  'register_ont',
] as const

/**
 * Moves the simulated plant and its clock, in demonstration mode alone.
 *
 * `unplug` and `plug` with `port` pull that hair out of its position and put it back well seated; without `port` they cut and
 * mend the glass before the box, so that every ONT of its PON goes dark. `degrade`, `power_off` and `power_on` without `port`
 * are for the whole box; `degrade` adds `db` to what is lost already. `swap` exchanges the hairs of `port` and `port_to`,
 * which is a port of the box `cto_code_to` where that is given: on another PON an ONT is not served. `register_ont` puts a new ONT at the end of the hair of `port`; without `serial` it has one of its own. `olt_down`, `olt_up`
 * and `olt_restart` are for the OLT of the box. What hangs nowhere gives no light, and moving it is no mistake.
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
      /** The other box of `swap`. */
      cto_code_to: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
      port_to: z.optional(z.int().check(z.minimum(1), z.maximum(32))),
      /** Loss added by `degrade`, in dB. */
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
