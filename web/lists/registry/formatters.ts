import type { FormatterName, FormatterStep, PropSpec, Props } from './names.ts'

/** State of the chain: the raw value and its text so far (null = nothing to show). */
interface Formatted {
  value: unknown
  text: string | null
}

interface Formatter {
  props: readonly PropSpec[]
  apply: (input: Formatted, props: Props) => string | null
}

const minus = '\u2212'
const noBreak = '\u00a0'

/** Formats a number with a decimal comma, a real minus and `decimals` places (0–6). */
export function figure(value: number, decimals: number): string {
  const text = Math.abs(value)
    .toFixed(Math.min(6, Math.max(0, decimals)))
    .replace('.', ',')
  return (value < 0 && /[1-9]/.test(text) ? minus : '') + text
}

function onText(change: (text: string, props: Props) => string) {
  return ({ text }: Formatted, props: Props) => (text === null ? null : change(text, props))
}
const number = (props: Props, name: string, fallback: number) => {
  const value = Number(props[name] ?? fallback)
  return Number.isFinite(value) ? value : fallback
}
const string = (props: Props, name: string) => String(props[name] ?? '')

/** Keeps the first and last `shown` characters and masks the rest. */
function mask(text: string, shown: number): string {
  const keep = Math.max(0, Math.trunc(shown))
  if (text.length <= keep) return '•'.repeat(text.length)
  return '•'.repeat(text.length - keep) + text.slice(text.length - keep)
}

export const formatters: Readonly<Record<FormatterName, Formatter>> = {
  decimals: {
    props: [{ name: 'places', kind: 'number', default: 2 }],
    apply: ({ value, text }, props) =>
      typeof value === 'number' && text !== null ? figure(value, number(props, 'places', 2)) : text,
  },
  unit: {
    props: [{ name: 'unit', kind: 'text', default: 'dBm' }],
    apply: onText((text, props) => (string(props, 'unit') ? text + noBreak + string(props, 'unit') : text)),
  },
  uppercase: { props: [], apply: onText((text) => text.toLocaleUpperCase('es')) },
  lowercase: { props: [], apply: onText((text) => text.toLocaleLowerCase('es')) },
  prefix: {
    props: [{ name: 'text', kind: 'text', default: '' }],
    apply: onText((text, props) => string(props, 'text') + text),
  },
  suffix: {
    props: [{ name: 'text', kind: 'text', default: '' }],
    apply: onText((text, props) => text + string(props, 'text')),
  },
  truncate: {
    props: [{ name: 'length', kind: 'number', default: 20 }],
    apply: onText((text, props) => {
      const length = Math.max(1, number(props, 'length', 20))
      const letters = [...text]
      return letters.length > length ? `${letters.slice(0, length - 1).join('')}…` : text
    }),
  },
  mask: {
    props: [{ name: 'shown', kind: 'number', default: 4 }],
    apply: onText((text, props) => mask(text, number(props, 'shown', 4))),
  },
  ifEmpty: {
    props: [{ name: 'text', kind: 'text', default: '–' }],
    apply: ({ text }, props) => text ?? string(props, 'text'),
  },
}

/** Default settings of a formatter. */
const defaults = (name: FormatterName): Props =>
  Object.fromEntries(formatters[name].props.map((spec) => [spec.name, spec.default]))

/** Runs the steps in order. An empty chain returns the text unchanged. */
export function runChain(start: Formatted, steps: readonly FormatterStep[]): string | null {
  return steps.reduce<string | null>(
    (text, step) =>
      formatters[step.name].apply({ value: start.value, text }, { ...defaults(step.name), ...step.props }),
    start.text,
  )
}
