import type { Cto } from '@hilo/contract/ctos.ts'
import type { Input } from '@hilo/contract/index.ts'
import { boxLabel, codeForm, inSpain } from '@hilo/domain/inventory.ts'
import { ctoState } from '@hilo/domain/status.ts'
import { CallProblem } from '../../../api/problem.ts'
import { figureText, numberOf } from '../../../ui/form/figures.ts'
import { text } from '../../../ui/text.ts'

type Created = Input<'admin_vno/ctos/create'>
type Edited = Input<'admin_vno/ctos/edit'>
export const sizes = [4, 8, 16, 24, 32] as const

/** Form values of a new box. */
export const emptyBox = {
  code: '',
  label: '',
  type: 'fachada',
  model: '',
  connection_type: '1',
  ports_total: '16',
  installed: true,
  street: '',
  number: '',
  floor: '',
  stair: '',
  postal_code: '',
  municipality: '',
  ine_code: '',
  province: '',
  lat: '',
  lon: '',
  pon_code: '',
  splitter1_code: '',
  ratio: '',
  level: '2',
  feeder_m: '',
  key_needed: false,
  height_m: '',
  access_notes: '',
  conditions: [] as readonly string[],
}
export type CtoValues = typeof emptyBox

export function valuesOf(cto: Cto): CtoValues {
  const { address, position, upstream, splitter } = cto
  return {
    code: cto.code,
    label: cto.label,
    type: cto.type,
    model: cto.model ?? '',
    connection_type: String(cto.connection_type),
    ports_total: String(cto.ports_total),
    installed: cto.state !== ctoState.is.no_instalada,
    street: address.street,
    number: address.number ?? '',
    floor: address.floor ?? '',
    stair: address.stair ?? '',
    postal_code: address.postal_code,
    municipality: address.municipality,
    ine_code: address.ine_code,
    province: address.province,
    lat: figureText(position.lat),
    lon: figureText(position.lon),
    pon_code: upstream.pon_code,
    splitter1_code: upstream.splitter1_code,
    ratio: splitter.ratio,
    level: String(splitter.level),
    feeder_m: String(upstream.feeder_m),
    key_needed: cto.key_needed,
    height_m: figureText(cto.height_m),
    access_notes: cto.access_notes ?? '',
    conditions: cto.conditions.map(({ code }) => String(code)),
  }
}

const plain = (value: string) => value.trim()
const code = (value: string) => value.trim().toUpperCase()
const orNull = (value: string) => plain(value) || null
const five = /^\d{5}$/
const needed = ['street', 'municipality', 'province', 'splitter1_code', 'pon_code'] as const

/** Local validation errors. */
export function check(values: CtoValues): Partial<Record<keyof CtoValues & string, string>> {
  const wrong: Partial<Record<string, string>> = {}
  for (const name of needed) if (plain(values[name]) === '') wrong[name] = text('field.needed')
  for (const name of ['code', 'pon_code', 'splitter1_code', 'label'] as const) {
    const optional = name === 'label' && values.label === ''
    if (!optional && !codeForm.test(code(values[name]))) wrong[name] ??= text('field.code')
  }
  for (const name of ['postal_code', 'ine_code'] as const)
    if (!five.test(plain(values[name]))) wrong[name] = text('field.five')
  const [lat, lon] = [numberOf(values.lat), numberOf(values.lon)]
  if (lat === null) wrong['lat'] = text('cto.edit.degrees')
  if (lon === null) wrong['lon'] = text('cto.edit.degrees')
  if (lat !== null && lon !== null && !inSpain({ lat, lon })) wrong['lon'] = text('cto.edit.abroad')
  const feeder = numberOf(values.feeder_m)
  if (feeder === null || !Number.isInteger(feeder) || feeder < 0 || feeder > 60_000)
    wrong['feeder_m'] = text('field.between', { from: 0, to: 60_000 })
  if (values.height_m !== '' && numberOf(values.height_m) === null) wrong['height_m'] = text('field.figure')
  if (values.ratio !== '' && !/^1:\d{1,3}$/.test(plain(values.ratio))) wrong['ratio'] = text('cto.edit.ratioForm')
  return wrong
}

/** Call input of each part, from its form fields. */
const parts = {
  label: (v: CtoValues) => ({ label: code(v.label) || boxLabel(code(v.code)) }),
  type: (v: CtoValues) => ({ type: v.type as Created['type'] }),
  model: (v: CtoValues) => ({ model: orNull(v.model) }),
  connection_type: (v: CtoValues) => ({ connection_type: Number(v.connection_type) }),
  ports_total: (v: CtoValues) => ({ ports_total: Number(v.ports_total) as Created['ports_total'] }),
  installed: (v: CtoValues) => ({ installed: v.installed }),
  key_needed: (v: CtoValues) => ({ key_needed: v.key_needed }),
  height_m: (v: CtoValues) => ({ height_m: numberOf(v.height_m) }),
  access_notes: (v: CtoValues) => ({ access_notes: orNull(v.access_notes) }),
  conditions: (v: CtoValues) => ({ conditions: v.conditions.map(Number) as NonNullable<Created['conditions']> }),
  address: (v: CtoValues) => ({
    address: {
      street: plain(v.street),
      number: orNull(v.number),
      floor: orNull(v.floor),
      stair: orNull(v.stair),
      postal_code: plain(v.postal_code),
      municipality: plain(v.municipality),
      ine_code: plain(v.ine_code),
      province: plain(v.province),
    },
  }),
  position: (v: CtoValues) => ({ position: { lat: numberOf(v.lat) ?? 0, lon: numberOf(v.lon) ?? 0 } }),
  upstream: (v: CtoValues) => ({
    upstream: {
      pon_code: code(v.pon_code),
      splitter1_code: code(v.splitter1_code),
      feeder_m: numberOf(v.feeder_m) ?? 0,
    },
  }),
  splitter: (v: CtoValues) =>
    plain(v.ratio) === '' ? {} : { splitter: { level: Number(v.level), ratio: plain(v.ratio) } },
} as const

export function createdBox(values: CtoValues): Created {
  const { label, type, model, connection_type, ports_total, installed, key_needed, height_m } = parts
  const { access_notes, conditions, address, position, upstream, splitter } = parts
  return {
    code: code(values.code),
    ...label(values),
    ...type(values),
    ...model(values),
    ...connection_type(values),
    ...ports_total(values),
    ...installed(values),
    ...key_needed(values),
    ...height_m(values),
    ...access_notes(values),
    ...conditions(values),
    ...address(values),
    ...position(values),
    ...upstream(values),
    ...splitter(values),
  }
}

/** Only the changed parts, so that other people's changes to other parts are kept. */
export function editedBox(values: CtoValues, initial: CtoValues): Omit<Edited, 'id'> {
  const changed = Object.values(parts).filter((part) => JSON.stringify(part(values)) !== JSON.stringify(part(initial)))
  return Object.assign({}, ...changed.map((part) => part(values))) as Omit<Edited, 'id'>
}

/** Assigns a problem to its form field. */
export function atField(error: unknown): unknown {
  const fields: Readonly<Record<string, [field: string, message: string]>> = {
    NOT_FOUND: ['pon_code', text('cto.edit.noPon')],
    ALREADY_EXISTS: ['code', text('cto.edit.taken')],
    IN_USE: ['ports_total', text('cto.edit.inUse')],
  }
  if (!(error instanceof CallProblem)) return error
  const [field, message] = fields[error.code] ?? []
  if (field === undefined || message === undefined || (error.body.details?.length ?? 0) > 0) return error
  return new CallProblem(error.code, message, error.status, {
    ...error.body,
    details: [{ field, code: error.code, message }],
  })
}
