/** Settings of an operator: key, kind, default, bounds and how an operator may change the default. */
import { limits, opticClasses, type Limits, type OpticClass, type PowerPoint } from './optics.ts'
import { fieldSteps, workKinds, type FieldStep, type WorkKind } from './status.ts'
import type { Area } from './privilege.ts'

/** Each group is a privilege area of its own. */
export const settingGroups = [
  'eventConfi',
  'eventFinalizationConfi',
  'reportConfi',
  'admin',
] as const satisfies readonly Area[]
export type SettingGroup = (typeof settingGroups)[number]

/** How an operator may deviate from the neutral operator's value. */
export const settingRules = ['free', 'lower', 'on', 'off', 'more', 'tighter'] as const
type SettingRule = (typeof settingRules)[number]
/** Who gave a setting or a reason its value: the product, the neutral operator or the operator. */
export const settingSources = ['default', 'neutral', 'vno'] as const
export type SettingSource = (typeof settingSources)[number]

interface Shared {
  group: SettingGroup
  rule: SettingRule
}
type Setting = Shared &
  (
    | { kind: 'boolean'; default: boolean }
    | { kind: 'integer'; default: number; min: number; max: number }
    | { kind: 'set'; default: readonly string[]; options: readonly string[] }
    | { kind: 'limits'; default: Limits; point: PowerPoint; opticClass: OpticClass }
  )
export type SettingValue = Setting['default']

const points: readonly PowerPoint[] = ['cto_port', 'ont', 'olt']
/** Notices that an operator's administrators may receive. */
export const operatorNotices = ['event_error', 'event_not_cancelled', 'override_requested'] as const
/** Administrators required to sign in with a passkey. */
const passkeyDemands = ['neutral_admins', 'operator_admins'] as const
/** Control readings after closing. */
const controlPhases = ['control_15min', 'control_24h'] as const

const extraSteps = Object.fromEntries(
  workKinds.map((kind): [`extra_steps.${WorkKind}`, Setting] => [
    `extra_steps.${kind}`,
    { group: 'eventConfi', kind: 'set', rule: 'more', default: [], options: fieldSteps },
  ]),
) as Record<`extra_steps.${WorkKind}`, Setting>
const thresholds = Object.fromEntries(
  points.flatMap((point) =>
    opticClasses.map((opticClass): [`limits.${PowerPoint}.${OpticClass}`, Setting] => [
      `limits.${point}.${opticClass}`,
      {
        group: 'eventFinalizationConfi',
        kind: 'limits',
        rule: 'tighter',
        default: limits(point, opticClass),
        point,
        opticClass,
      },
    ]),
  ),
) as Record<`limits.${PowerPoint}.${OpticClass}`, Setting>

const declared = {
  /** Open interventions per technician. */
  open_events: { group: 'eventConfi', kind: 'integer', rule: 'free', default: 1, min: 1, max: 3 },
  /** Opening without a neighbour reading. */
  degraded_allowed: { group: 'eventConfi', kind: 'boolean', rule: 'off', default: true },
  deadline_h: { group: 'eventConfi', kind: 'integer', rule: 'lower', default: 24, min: 1, max: 24 },
  /** Age in hours from which offline work needs manual verification. */
  offline_max_age_h: { group: 'eventConfi', kind: 'integer', rule: 'lower', default: 48, min: 1, max: 48 },
  ...extraSteps,
  /** Steps that require a picture for every kind of work. */
  extra_pictures: { group: 'eventFinalizationConfi', kind: 'set', rule: 'more', default: [], options: fieldSteps },
  /** A seriously degraded neighbour blocks closing. */
  degradation_blocks: { group: 'eventFinalizationConfi', kind: 'boolean', rule: 'on', default: false },
  controls: {
    group: 'eventFinalizationConfi',
    kind: 'set',
    rule: 'more',
    default: controlPhases,
    options: controlPhases,
  },
  ...thresholds,
  notify_operator: {
    group: 'reportConfi',
    kind: 'set',
    rule: 'free',
    default: operatorNotices,
    options: operatorNotices,
  },
  /** Read by the SQL function passkey_due. */
  passkey_for: { group: 'admin', kind: 'set', rule: 'more', default: [], options: passkeyDemands },
} as const satisfies Record<string, Setting>
export type SettingKey = keyof typeof declared
export const settings: Readonly<Record<SettingKey, Setting>> = declared
export const settingKeys = Object.keys(settings) as SettingKey[]

/** Key of a setting's Spanish label; thresholds of a point share theirs. */
export function settingLabel(key: SettingKey): string {
  const setting = settings[key]
  return setting.kind === 'limits' ? `setting.limits.${setting.point}` : `setting.${key}`
}

/** Effective values: those set by any owner; the product's defaults otherwise. */
export type StoredSettings = Readonly<Record<string, unknown>>
type ValueOf<K extends SettingKey> = K extends `limits.${string}`
  ? Limits
  : K extends `extra_steps.${string}` | 'extra_pictures'
    ? readonly FieldStep[]
    : K extends 'controls' | 'notify_operator' | 'passkey_for'
      ? readonly string[]
      : K extends 'degraded_allowed' | 'degradation_blocks'
        ? boolean
        : number
export function settingIn<K extends SettingKey>(chosen: StoredSettings, key: K): ValueOf<K> {
  return (chosen[key] ?? settings[key].default) as ValueOf<K>
}

/** Effective thresholds of an OLT class. */
export function limitsIn(chosen: StoredSettings, optic: OpticClass): Record<PowerPoint, Limits> {
  const of = (point: PowerPoint) => settingIn(chosen, `limits.${point}.${optic}`)
  return { cto_port: of('cto_port'), ont: of('ont'), olt: of('olt') }
}

/** Bounds set by the neutral operator for numeric settings of operators. */
export interface Bounds {
  min?: number | undefined
  max?: number | undefined
}

const inRange = (value: number, { min = -Infinity, max = Infinity }: Bounds) => value >= min && value <= max
const tighter = (value: Limits, than: Limits) =>
  value.high <= than.high && value.good >= than.good && value.low >= than.low

/** Whether a value is valid for the setting, regardless of who sets it. */
export function isSettingValue(key: SettingKey, value: unknown): boolean {
  const setting = settings[key]
  if (setting.kind === 'boolean') return typeof value === 'boolean'
  if (setting.kind === 'integer') return typeof value === 'number' && Number.isInteger(value) && inRange(value, setting)
  if (setting.kind === 'set') {
    const options: readonly unknown[] = setting.options
    return Array.isArray(value) && new Set(value).size === value.length && value.every((one) => options.includes(one))
  }
  if (typeof value !== 'object' || value === null) return false
  const { high, good, low, ...more } = value as Partial<Limits>
  const numbers = [high, good, low].every((one) => typeof one === 'number' && inRange(one, { min: -50, max: 10 }))
  return numbers && Object.keys(more).length === 0 && (low ?? 0) <= (good ?? 0) && (good ?? 0) < (high ?? 0)
}

/** Whether an operator may set a value, given the neutral operator's `base`. Both values must be valid. */
export function mayChoose(key: SettingKey, value: SettingValue, base: SettingValue, bounds: Bounds = {}): boolean {
  const { rule } = settings[key]
  if (typeof value === 'number') return inRange(value, bounds) && (rule !== 'lower' || value <= Number(base))
  if (rule === 'on') return value === true || base === false
  if (rule === 'off') return value === false || base === true
  if (rule === 'more') return (base as readonly string[]).every((one) => (value as readonly string[]).includes(one))
  return rule !== 'tighter' || tighter(value as Limits, base as Limits)
}
