import { readingSources } from '@hilo/domain/olt.ts'
import { levels } from '@hilo/domain/optics.ts'
import { diagnosisActions, diagnosisTests, diagnosisVerdicts, downCauses } from '@hilo/domain/diagnosis.ts'
import { linkStates, resultFlag } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { access, accesses, vlan } from './accesses.ts'
import { call } from '../call.ts'
import { ontWork } from './ont-work.ts'
import { codeRef, id, oneLine, power, time } from '../wire.ts'

const code = z.string().check(oneLine, z.minLength(1), z.maxLength(64))

const diagnosisTest = z.strictObject({
  number: z.int(),
  code: z.enum(diagnosisTests),
  name: z.string(),
  result_flag: z.literal(resultFlag.values),
  /** `aviso`: works, but close to a limit or intermittently; null if it could not be tested. */
  level: z.nullable(z.enum(levels)),
  text: z.string(),
  value: z.nullable(z.union([z.number(), z.string()])),
})
const diagnosis = z.strictObject({
  access_id: id,
  access: codeRef,
  taken_at: time,
  /** Null if the OLT did not respond. */
  source: z.nullable(z.enum(readingSources)),
  verdict: z.enum(diagnosisVerdicts),
  verdict_text: z.string(),
  action: z.enum(diagnosisActions),
  action_text: z.string(),
  /** In execution order. Flag 3: could not be tested. */
  tests: z.array(diagnosisTest),
})
export type DiagnosisRecord = z.infer<typeof diagnosis>

const history = {
  /** One per hour of the last 30 days, oldest first. */
  series: z.array(z.strictObject({ at: time, rx_dbm: power, olt_rx_dbm: power })),
  /** The last 20 outages, newest first. */
  downs: z.array(z.strictObject({ at: time, cause: z.enum(downCauses), up_at: z.nullable(time) })),
}
const powerHistory = z.strictObject({ access_id: id, access: codeRef, ...history })
export type PowerHistory = z.infer<typeof powerHistory>

const rawData = z.strictObject({
  access_id: id,
  access: codeRef,
  taken_at: time,
  source: z.enum(readingSources),
  ont: z.strictObject({
    serial: z.nullable(z.string()),
    model: z.nullable(z.string()),
    sw: z.nullable(z.string()),
    state: z.string(),
    rx_dbm: power,
    olt_rx_dbm: power,
    distance_m: z.nullable(z.int()),
    uptime_s: z.nullable(z.int()),
    ethernet: z.nullable(z.enum(linkStates)),
    session: z.nullable(z.enum(linkStates)),
  }),
  profile: z.nullable(z.string()),
  vlan: z.nullable(vlan),
  /** Since the ONT's last restart. */
  counters: z.nullable(
    z.strictObject({
      rx_bytes: z.nullable(z.int()),
      tx_bytes: z.nullable(z.int()),
      bip: z.nullable(z.int()),
      fec_corrected: z.nullable(z.int()),
      fec_uncorrected: z.nullable(z.int()),
    }),
  ),
  ...history,
})
export type RawData = z.infer<typeof rawData>

/** Alternative ways to identify one access. */
const named = {
  access_id: z.optional(id),
  access_code: z.optional(code),
}

/** One customer's line: lookup, reading, diagnosis. */
export const ont = {
  ...accesses,
  ...ontWork,
  'admin_vno/ont/retrieveAccessVNO': call({
    method: 'POST',
    privilege: ['retrieve-access-vno_view', 'retrieve-access_view'],
    scope: 'vno',
    summary: 'Busca un acceso por código, serie, referencia del cliente, caja y puerto u orden',
    problems: ['NOT_FOUND'],
    input: z.strictObject({
      ...named,
      ont_serial: z.optional(code),
      customer_ref: z.optional(code),
      /** Used with `port`, the number printed beside it. */
      cto_code: z.optional(code),
      cto_id: z.optional(id),
      port: z.optional(z.int().check(z.minimum(1), z.maximum(32))),
      port_id: z.optional(id),
      service_order_id: z.optional(id),
      external_order_id: z.optional(code),
    }),
    output: z.strictObject({ record: access, others: z.array(codeRef) }),
  }),
  'admin_vno/ont/retrieveData': call({
    method: 'POST',
    privilege: 'retrieve-data_view',
    scope: 'vno',
    extension: true,
    summary: 'Datos técnicos de un acceso: perfil, VLAN, contadores, potencia de 30 días y últimas caídas',
    problems: ['NOT_FOUND', 'OLT_UNREACHABLE', 'OLT_BUSY'],
    input: z.strictObject(named),
    output: z.strictObject({ record: rawData }),
  }),
  'admin_vno/ont/powerHistory': call({
    method: 'POST',
    privilege: 'accessDiagnose_view',
    scope: 'vno',
    extension: true,
    summary: 'Potencia de un acceso en los últimos 30 días y sus últimas caídas',
    problems: ['NOT_FOUND', 'OLT_UNREACHABLE', 'OLT_BUSY'],
    input: z.strictObject(named),
    output: z.strictObject({ record: powerHistory }),
  }),
  'admin_vno/ont/diagnosticoAcceso': call({
    method: 'POST',
    privilege: 'accessDiagnose_create',
    scope: 'vno',
    summary: 'Diagnostica un acceso: catorce pruebas, un veredicto y qué hacer',
    problems: ['NOT_FOUND', 'RATE_LIMITED', 'OLT_BUSY'],
    input: z.strictObject(named),
    output: z.strictObject({ record: diagnosis }),
  }),
  'admin_vno/ont/diagnosisProgress': call({
    method: 'POST',
    privilege: 'accessDiagnose_create',
    scope: 'vno',
    extension: true,
    summary: 'Pruebas hechas del diagnóstico en curso, o las del último',
    problems: ['NOT_FOUND'],
    input: z.strictObject({ access_id: id }),
    output: z.strictObject({
      record: z.strictObject({ access_id: id, done: z.boolean(), tests: z.array(diagnosisTest) }),
    }),
  }),
}
