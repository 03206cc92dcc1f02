import IconSignature from '@iconify-json/tabler/signature'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useFile } from '../../../api/use-file.ts'
import { Press } from '../../../kit/Button.tsx'
import { sorted } from '../../../offline/operation.ts'
import { outbox } from '../../../offline/outbox.ts'
import { takePicture } from '../../../offline/picture.ts'
import { useOutbox } from '../../../offline/use-outbox.ts'
import { text } from '../../../ui/text.ts'
import css from './fields.module.css'
import phone from '../phone.module.css'
import type { StepForm } from './use-step.ts'
import { stepOf } from '../work.ts'

const path = 'admin_vno/enrollments/pictures/upload'
const sheet = () => import('./SignatureSheet.tsx')
const SignatureSheet = lazy(sheet)

/** Optional customer signature, stored and sent like a picture. */
export function SignatureField({ form: { work, step } }: { form: StepForm<'final_report'> }) {
  const [open, setOpen] = useState(false)
  const [failed, setFailed] = useState(false)
  useEffect(() => void sheet().catch(() => undefined), [])
  const here = useHeld(work.id)
  const { signature_file_id: there } = stepOf(work, step).data as { signature_file_id?: number | null }
  const signed = here !== null || there != null
  const keep = async (drawn: Blob) => {
    setOpen(false)
    try {
      const { blob, sha256, taken_at } = await takePicture({ file: drawn, opened: null, camera: true })
      const query = { event_id: work.id, step, signature: true, sha256, taken_at }
      await outbox.enqueue({ path, query, files: { picture: blob } })
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }
  const word = failed ? 'failed' : signed ? 'kept' : 'optional'
  return (
    <div className={css.picture} data-field="signature">
      {here !== null ? (
        <Drawn url={here} />
      ) : there != null ? (
        <Kept file={there} />
      ) : (
        <span className={css.empty}>
          <IconSignature size={28} stroke={1.7} aria-hidden />
        </span>
      )}
      <div className="shrink">
        <strong>{text('tech.signature')}</strong>
        <p className={`${phone.note} ${failed ? phone.bad : signed ? phone.good : ''}`} aria-live="polite">
          {text(`tech.signature.${word}`)}
        </p>
      </div>
      <Press className={css.again} onClick={() => setOpen(true)}>
        {text(signed ? 'tech.signature.again' : 'tech.signature.sign')}
      </Press>
      {open && (
        <Suspense fallback={null}>
          <SignatureSheet keep={(drawn: Blob) => void keep(drawn)} close={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

const Drawn = ({ url }: { url: string | undefined }) =>
  url === undefined ? (
    <span className={css.empty} aria-busy="true" />
  ) : (
    <img className={`${css.signature} line-strong`} src={url} alt={text('tech.signature.alt')} />
  )

/** A signature that only the server has: it was taken on another device. */
const Kept = ({ file }: { file: number }) => <Drawn url={useFile(file, 'thumb').url} />

/** Object URL of the last signature on this device; null without one. */
function useHeld(work: number): string | null {
  const operations = useOutbox()
  const last = sorted(operations).findLast(
    ({ query, group, state }) => query['signature'] === true && group === String(work) && state !== 'rejected',
  )
  const id = last?.client_request_id
  // Each read of the store yields a new object for the same picture, so depend on its id.
  // oxlint-disable-next-line react/exhaustive-deps
  const picture = useMemo(() => last?.files['picture'] ?? null, [id])
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (picture === null) return setUrl(null)
    const made = URL.createObjectURL(picture)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])
  return url
}
