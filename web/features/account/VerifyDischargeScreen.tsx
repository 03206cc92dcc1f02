import type { Output } from '@hilo/contract/index.ts'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useSend } from '../../api/use-send.ts'
import { Button } from '../../kit/Button.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { FormProblem } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { formatDateTime } from '../../ui/format.ts'
import { ChoiceDot } from '../../ui/shapes/ChoiceDot.tsx'
import { text } from '../../ui/text.ts'
import { Unbroken } from '../../ui/Unbroken.tsx'
import { answerOf } from './answer-of.ts'
import { PublicPage } from './PublicPage.tsx'
import styles from './public.module.css'

type Verified = Output<'public/discharge/verify'>['record']

const tones = { valido: 'success', retirado: 'danger', desconocido: undefined } as const

/** Public verification of a discharge code; the link on a report carries it as `codigo`. */
export function VerifyDischargeScreen() {
  const { codigo } = useSearch({ strict: false }) as { codigo?: string }
  const { send } = useSend('public/discharge/verify')
  const [found, setFound] = useState<Verified | null>(null)
  const [initial] = useState(() => ({ code: codigo ?? '' }))
  const form = useForm<typeof initial>({
    initial,
    check: ({ code }) => (code.trim() === '' ? { code: text('validation.discharge') } : {}),
    send: async ({ code }) => {
      setFound(null)
      setFound(answerOf(await send({ code })).record)
    },
  })
  const brought = useRef(initial.code !== '')
  useEffect(() => {
    if (!brought.current) return
    brought.current = false
    form.submit()
  }, [form])
  return (
    <PublicPage
      title={text('discharge.check.title')}
      lead={text('discharge.check.lead')}
      foot={
        <>
          <Link to="/login">{text('login.back')}</Link>
          <Link to="/ayuda">{text('help.link')}</Link>
        </>
      }
    >
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <TextField
          form={form}
          name="code"
          label={text('discharge.check.code')}
          hint={text('discharge.check.code.hint')}
          maxLength={64}
          autoFocus={initial.code === ''}
        />
        <FormProblem form={form} />
        <div role="status">{found && <Result found={found} />}</div>
        <div className={styles.acts}>
          <Button type="submit" kind="main" size="large" busy={form.sending}>
            {text('discharge.check.check')}
          </Button>
        </div>
      </form>
    </PublicPage>
  )
}

function Result({ found }: { found: Verified }) {
  const { state, code, cto_code, closed_at, verdict, withdrawn_at, sha256, unchecked } = found
  return (
    <section className={styles.note} data-tone={tones[state]}>
      <h2 className="text-xl weight-680">{text(`discharge.check.${state}`)}</h2>
      <p>
        <Unbroken>
          {text(`discharge.check.${state}.text`, {
            code,
            at: withdrawn_at === null ? '' : formatDateTime(withdrawn_at),
          })}
        </Unbroken>
      </p>
      {cto_code !== null && (
        <dl className={`grid gap-6 ${styles.facts}`}>
          <Fact name="box">
            <span className="code">{cto_code}</span>
          </Fact>
          {closed_at !== null && <Fact name="closed">{formatDateTime(closed_at)}</Fact>}
          {verdict !== null && (
            <Fact name="verdict">
              <ChoiceDot of="verdict" word={verdict} />
            </Fact>
          )}
          {unchecked !== null && unchecked > 0 && (
            <Fact name="unchecked">{text('discharge.check.unchecked.text', { count: unchecked })}</Fact>
          )}
          <Fact name="hash">
            <span className="code">{sha256}</span>
            <small>{text('discharge.check.hash.text')}</small>
          </Fact>
        </dl>
      )}
    </section>
  )
}

function Fact({ name, children }: { name: 'box' | 'closed' | 'verdict' | 'unchecked' | 'hash'; children: ReactNode }) {
  return (
    <div>
      <dt>{text(`discharge.check.${name}`)}</dt>
      <dd>{children}</dd>
    </div>
  )
}
