import type { Evidence } from '@hilo/domain/field-steps.ts'
import { useEffect, useMemo, useState } from 'react'
import { outbox } from '../../offline/outbox.ts'
import { takePicture } from '../../offline/picture.ts'
import { useOutbox } from '../../offline/use-outbox.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
import { picturesOf } from './next-act.ts'
import { whereAmI } from './position.ts'
import { stepOf } from './work.ts'
import type { StepForm } from './use-step.ts'

/** Upload of a picture; the outbox keeps the bytes until the server has them and their hash. */
const path = 'admin_vno/enrollments/pictures/upload'

async function keepPicture({ work, step }: Pick<StepForm, 'work' | 'step'>, { label_kind }: Evidence, file: Blob) {
  const taken_at = new Date().toISOString()
  const [{ blob, sha256 }, position] = await Promise.all([takePicture(file), whereAmI()])
  const query = { event_id: work.id, step, label_kind, sha256, taken_at, camera: true, ...(position && { position }) }
  await outbox.enqueue({ path, query, files: { picture: blob } })
}

export interface StepPicture {
  evidence: Evidence
  taken: boolean
  /** Of the picture taken last on this device; null for one that only the server has. */
  preview: string | null
}

/** The pictures of a step: which it asks for, which are there, and the way to take one. */
export function usePictures(form: StepForm) {
  const { work, step, data, facts } = form
  const [busy, setBusy] = useState(false)
  const operations = useOutbox()
  const { pictures } = stepOf(work, step)
  const context = { workKind: work.work_kind ?? 'mantenimiento', ctoType: facts.ctoType }
  const due = picturesOf({ step, data, context, pictures })
  const blobs = useMemo(
    () =>
      operations.filter(
        (one) =>
          one.path === path && one.state !== 'rejected' && one.query['step'] === step && one.group === String(work.id),
      ),
    [operations, step, work.id],
  )
  const urls = useUrls(blobs.map((one) => one.files['picture']))
  const all = due.map(({ evidence, taken }): StepPicture => {
    const at = blobs.findLastIndex(({ query }) => (query['label_kind'] ?? null) === evidence.label_kind)
    return { evidence, taken: taken || at !== -1, preview: at === -1 ? null : (urls[at] ?? null) }
  })
  const take = async (evidence: Evidence, file: Blob) => {
    setBusy(true)
    try {
      await keepPicture(form, evidence, file)
    } catch {
      toast.error(text('tech.picture.unreadable'))
    } finally {
      setBusy(false)
    }
  }
  return { all, busy, take }
}

/** Addresses of blobs for as long as they are shown. */
function useUrls(blobs: readonly (Blob | undefined)[]): readonly (string | null)[] {
  const [urls, setUrls] = useState<readonly (string | null)[]>([])
  const key = blobs.map((blob) => blob?.size ?? 0).join()
  useEffect(() => {
    const made = blobs.map((blob) => (blob ? URL.createObjectURL(blob) : null))
    setUrls(made)
    return () => made.forEach((url) => url && URL.revokeObjectURL(url))
    // The same blobs come back as new objects after each reading of the store.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key])
  return urls
}
