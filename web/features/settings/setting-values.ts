/** Conversion between settings and form values. */
import type { SettingRecord } from '@hilo/contract/settings/settings.ts'
import type { Limits } from '@hilo/domain/optics.ts'
import { isSettingValue, mayChoose, type SettingKey, type SettingValue } from '@hilo/domain/settings.ts'
import { formatNumber } from '../../ui/format.ts'
import { figureText, numberOf } from '../../ui/form/figures.ts'
import { text } from '../../ui/text.ts'

export type SettingForm = Record<string, string | boolean | readonly string[]>
export const limitNames = ['low', 'good', 'high'] as const
type LimitName = (typeof limitNames)[number]
export const limitField = (key: string, name: LimitName) => `${key}/${name}`

const isLimits = (value: SettingRecord['value']): value is Limits => typeof value === 'object' && 'high' in value

/** Form fields of one setting. */
export function fieldsOf({ key }: SettingRecord, value: SettingRecord['value']): SettingForm {
  if (isLimits(value))
    return Object.fromEntries(limitNames.map((name) => [limitField(key, name), figureText(value[name])]))
  return { [key]: typeof value === 'number' ? figureText(value) : value }
}

export const formOf = (records: readonly SettingRecord[]): SettingForm =>
  Object.assign({}, ...records.map((record) => fieldsOf(record, record.value))) as SettingForm

const figure = (value: SettingForm[string] | undefined) => (typeof value === 'string' ? numberOf(value) : null)

/** Value of the form fields; null if incomplete or invalid. */
export function valueIn({ key, kind }: SettingRecord, form: SettingForm): SettingValue | null {
  if (kind === 'limits') {
    const [low, good, high] = limitNames.map((name) => figure(form[limitField(key, name)]))
    return low == null || good == null || high == null ? null : { low, good, high }
  }
  if (kind === 'integer') return figure(form[key])
  return (form[key] as boolean | readonly string[] | undefined) ?? null
}

export const same = (one: unknown, other: unknown): boolean => {
  const plain = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.toSorted()
      : typeof value === 'object' && value !== null
        ? Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b))
        : value
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other))
}

/** Maximum of a number; a rule may limit it to the default. */
export const mostOf = ({ rule, max, default: base }: SettingRecord, free: boolean): number | null =>
  rule === 'lower' && !free && typeof base === 'number' ? Math.min(max ?? base, base) : max

function wrongLimits(record: SettingRecord, value: SettingValue | null, free: boolean): SettingForm {
  const { key, default: base } = record
  const at = (name: LimitName, sentence: string) => ({ [limitField(key, name)]: sentence })
  if (value === null || !isLimits(value as SettingRecord['value'])) return at('low', text('settings.wrong.figure'))
  const { low, good, high } = value as Limits
  if (low > good) return at('low', text('settings.wrong.low'))
  if (good >= high) return at('good', text('settings.wrong.good'))
  if (!isSettingValue(key as SettingKey, value)) return at('low', text('settings.wrong.figure'))
  if (free || !isLimits(base)) return {}
  const dbm = (figure: number) => formatNumber(figure, 1)
  return {
    ...(low < base.low && at('low', text('settings.wrong.least', { value: dbm(base.low) }))),
    ...(good < base.good && at('good', text('settings.wrong.least', { value: dbm(base.good) }))),
    ...(high > base.high && at('high', text('settings.wrong.most', { value: dbm(base.high) }))),
  }
}

/** @param free true if the limits of other settings do not apply: the neutral operator editing the defaults */
function wrongOf(record: SettingRecord, form: SettingForm, free: boolean): SettingForm {
  const { key, kind, rule, min, max, default: base } = record
  const value = valueIn(record, form)
  if (kind === 'limits') return wrongLimits(record, value, free)
  if (kind === 'integer') {
    const most = mostOf(record, free)
    const fits = value !== null && isSettingValue(key as SettingKey, value) && Number(value) >= (min ?? 0) && Number(value) <= (most ?? 0) // prettier-ignore
    return fits ? {} : { [key]: text('settings.wrong.between', { min: min ?? 0, max: most ?? 0 }) }
  }
  if (value === null || free || mayChoose(key as SettingKey, value, base, { min: min ?? undefined, max: max ?? undefined })) return {} // prettier-ignore
  return { [key]: text(rule === 'more' ? 'settings.wrong.more' : 'settings.wrong.fixed') }
}

/** Validation errors by field. */
export const wrongIn = (records: readonly SettingRecord[], form: SettingForm, free: boolean): Record<string, string> =>
  Object.assign({}, ...records.map((record) => wrongOf(record, form, free))) as Record<string, string>

/** Changed settings as call input; null resets one to the default. */
export function changesIn(
  records: readonly SettingRecord[],
  form: SettingForm,
): Record<string, SettingRecord['value'] | null> {
  return Object.fromEntries(
    records.flatMap((record) => {
      const value = valueIn(record, form)
      if (value === null || same(value, record.value)) return []
      const wire = typeof value === 'object' && !('high' in value) ? [...value] : (value as SettingRecord['value'])
      return [[record.key, same(value, record.default) ? null : wire]]
    }),
  )
}
