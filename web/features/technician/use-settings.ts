import type { Extra } from '@hilo/domain/field-steps.ts'
import { settingIn, type Chosen } from '@hilo/domain/settings.ts'
import type { WorkKind } from '@hilo/domain/status.ts'
import { usePack } from '../../offline/use-pack.ts'
import type { Work } from './work.ts'

/** What the operator has set for its interventions, as far as the device knows; the product's own values hold for the rest. */
export const useSettings = (): Chosen => usePack().settings

/** What an operator asks for beside what everybody has to do in work of a kind. */
const extraIn = (chosen: Chosen, kind: WorkKind): Extra => ({
  steps: settingIn(chosen, `extra_steps.${kind}`),
  pictures: settingIn(chosen, 'extra_pictures'),
})

export const withExtra = (work: Work, chosen: Chosen): Work =>
  work.work_kind === null ? work : { ...work, extra: extraIn(chosen, work.work_kind) }
