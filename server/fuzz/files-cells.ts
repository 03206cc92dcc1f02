/** Cell content: as people write it, and as programs damage it. */
import type { LoadColumn } from '@hilo/domain/load-columns.ts'
import type { Dice } from './dice.ts'

/** A value as a spreadsheet types it; a CSV only has its text. */
export type CellValue = string | number | boolean | Date | null

/** Kind of a column's values, as far as a second reader can check them. */
export type CellKind = 'whole' | 'number' | 'date' | 'moment' | 'code' | 'phone' | 'serial' | 'words' | 'list' | 'text'

const kinds: Readonly<Record<string, CellKind>> = {
  ...Object.fromEntries(
    'ports_total accuracy_m splitter_level feeder_m length_m fibre_no slot port splitter_leg down_mbps up_mbps port_number'
      .split(' ')
      .map((name) => [name, 'whole'] as const),
  ),
  ...Object.fromEntries('lat lon height_m tx_dbm power_dbm'.split(' ').map((name) => [name, 'number'] as const)),
  ...Object.fromEntries(
    `type kind connection_type key_needed installed inventory_status assignment_status state drop_type action label_source`
      .split(' ')
      .map((name) => [name, 'words'] as const),
  ),
  ...Object.fromEntries(
    `code label pon_code olt_code exchange_code splitter1_code cto_code access_code port_label drop_label employee_code label_read replaced_label`
      .split(' ')
      .map((name) => [name, 'code'] as const),
  ),
  requested_date: 'date',
  prl_valid_until: 'date',
  appointment_from: 'moment',
  appointment_to: 'moment',
  contact_phone: 'phone',
  phone: 'phone',
  ont_serial: 'serial',
  skills: 'list',
  zones: 'list',
  conditions: 'list',
}

/** `number` is a port's position in one table and a house number in the others. */
export const cellKind = ({ name, head }: Pick<LoadColumn, 'name' | 'head'>, table: string): CellKind =>
  name === 'number' && table === 'port' && head !== '' ? 'whole' : (kinds[name] ?? 'text')

const numbers: readonly CellValue[] = [
  '1.000', '2,000', '1e3', '2,38E+03', '2.38E3', '-3,5', '\u22123,5', '\u20133.5', '- 3', '+5', '.5', '5.', '5,', '0', '-0', '00012',
  '1 000', '1\u00a0000', '1.234,5', '1,234.5', '1.234.567', '12,345', '0,001', '0.50', '16', '16,0', '16.00', '1..2', '1,2,3', '1e400',
  '0x10', '1_000', '10%', '1/2', '\uff11\uff12', '\u0663', 'Infinity', 'NaN', '12 m', '12,5 dBm', '3 W', '1234567890123456', '4e-7',
  "1'000", '(5)', '5-', '1,5e1', 16, 2.5, -3.25, 2000, 1e21, 1e-9, 0.1 + 0.2, 4508123456789012, 123456789012345680000, true,
] // prettier-ignore
const dates: readonly CellValue[] = [
  '20/11/2027', '2027-11-20', '20-nov-27', '20 de noviembre de 2027', '11/20/2027', '31/02/2027', '2027-11-20T10:00', '20/11/2027 10:00',
  '1/2/27', '20.11.2027', '20271120', '29/02/2027', '29/02/2028', '2027-1-2', '2027/11/20 9:05', '10:30', '20/11/2027 25:00', '0/1/2027',
  '2027-11-20T10:00:00Z', '2027-11-20 10:00+01:00', '20 nov', 'mañana', '20/11/2027 10:00 p.m.', '2027-11-20 00:00:00', '1/1/1900',
  45_000, new Date('2027-11-20T00:00:00Z'), new Date('2027-11-20T10:30:00Z'), new Date('2028-02-29T23:59:59Z'),
] // prettier-ignore
const texts: readonly CellValue[] = [
  '', ' ', '\u00a0', '-', '--', 'N/D', 'null', '(vacío)', '.', "'=1+1", '=1+1', '@x', "''x", "'", '+34 600 111 222', '0034600111222', '600-111-222',
  'línea\ndos', 'línea\r\ndos', '"comillas"', 'a;b', 'a,b', 'tab\tdos', '\u{1f600}', 'Nu\u0301n\u0303ez', '\u200bx', 'x\u00ad', '\ufeffx',
  'x'.repeat(255), 'x'.repeat(300), '_x000D_', '_x0041_', '_x005F_x0041_', '&amp;', '<b>', 'Peña', 'PEÑA', '#N/A', '#¡REF!', '####', '1-2', '1-may',
  '2026-05-01', '1234567890123456', '4508123456789012', '007', '0', 'TRUE', 'verdadero', 'sí', 'no', 'x', '1E5', '1,0', '28053,0', '8001', '08001',
  'hwtc1a2b3c4d', '485754431A2B3C4D', 'HWTC-1A2B3C4D', 'SN: HWTC1A2B3C4D', 'abc def', 'a–b', 'a‐b', 'fusion; altura', '28079|8001', '996 997',
  'PeÃ±a', 'Pe?a', 'Mu¤oz', 'ｆｕｌｌ', 'ﬁn', '\u202eabc', 'x ', ' x', 'x\ty', 'sep=;', '{', '[1]', '__proto__', 'constructor', 28_053, 7, 28_053.5, false,
] // prettier-ignore

const own: Readonly<Partial<Record<CellKind, readonly CellValue[]>>> = {
  whole: numbers,
  number: numbers,
  date: dates,
  moment: dates,
}
const everything = [...numbers, ...dates, ...texts]

/** Mostly of the column's own kind. */
export const oddValue = (dice: Dice, kind: CellKind): CellValue =>
  dice.pick(dice.chance(0.7) ? (own[kind] ?? texts) : everything)

/** A value in an untyped file. */
export function plainText(value: CellValue): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString().slice(0, 16).replace('T', ' ')
  return typeof value === 'boolean' ? (value ? 'VERDADERO' : 'FALSO') : String(value)
}
