import type { ExtraRequirements } from '@hilo/domain/field-steps.ts'
import { settingIn, type StoredSettings } from '@hilo/domain/settings.ts'
import type { WorkKind } from '@hilo/domain/status.ts'
import { usePack } from '../../offline/use-pack.ts'
import type { Work } from './work.ts'

/** Settings of the operator as stored on the device; defaults apply to missing ones. */
export const useSettings = (): StoredSettings => usePack().settings

/** Additional requirements of the operator for a work kind. */
const extraIn = (chosen: StoredSettings, kind: WorkKind): ExtraRequirements => ({
  steps: settingIn(chosen, `extra_steps.${kind}`),
  pictures: settingIn(chosen, 'extra_pictures'),
})

export const withExtra = (work: Work, chosen: StoredSettings): Work =>
  work.work_kind === null ? work : { ...work, extra: extraIn(chosen, work.work_kind) }
