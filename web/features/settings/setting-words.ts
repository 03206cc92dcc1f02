import type { SettingRecord } from '@hilo/contract/settings/settings.ts'
import type { Limits } from '@hilo/domain/optics.ts'
import type { SettingValue } from '@hilo/domain/settings.ts'
import { choiceText } from '../../lists/text.ts'
import { formatNumber } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'

/** Text of an option: step, moment or notice. */
export const optionText = (key: string, word: string): string =>
  key.startsWith('extra_') ? choiceText('step', word) : text(`settings.option.${word}`)

const list = new Intl.ListFormat('es', { type: 'conjunction' })

/** Display text of a value. */
export function shownValue({ key, label }: Pick<SettingRecord, 'key' | 'label'>, value: SettingValue): string {
  if (typeof value === 'boolean') return text(value ? 'form.yes' : 'form.no')
  if (typeof value === 'number') return label.includes('(horas)') ? `${formatNumber(value)} h` : formatNumber(value)
  if (!('high' in value))
    return value.length === 0 ? text('settings.none') : list.format(value.map((word) => optionText(key, word)))
  const { low, good, high } = value
  return text('scale.said', { low: formatNumber(low, 1), good: formatNumber(good, 1), high: formatNumber(high, 1) })
}

/** Effect of a value after saving, as a sentence. */
export function effectText({ key, kind }: SettingRecord, value: SettingValue): string {
  if (typeof value === 'boolean') return text(`settings.effect.${key}.${value ? 'on' : 'off'}`)
  if (typeof value === 'number') return text(`settings.effect.${key}`, { count: value })
  if (kind === 'limits') {
    const { low, good, high } = value as Limits
    return text('settings.effect.limits', {
      low: formatNumber(low, 1),
      good: formatNumber(good, 1),
      high: formatNumber(high, 1),
    })
  }
  const words = value as readonly string[]
  const family = key.split('.', 1)[0] ?? key
  if (words.length === 0) return text(`settings.effect.${family}.none`)
  return text(`settings.effect.${family}.some`, {
    words: list.format(words.map((word) => optionText(key, word).toLocaleLowerCase('es'))),
  })
}
