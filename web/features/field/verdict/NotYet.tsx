import { actStep } from '@hilo/domain/event-acts.ts'
import { neighbourLook } from '@hilo/domain/neighbour-look.ts'
import { portOf, readyToFinalize, whyUnproven } from '@hilo/domain/field-steps.ts'
import { processState, type FieldStep } from '@hilo/domain/status.ts'
import IconChevronRight from '@iconify-json/tabler/chevron-right'
import IconLock from '@iconify-json/tabler/lock'
import IconRefresh from '@iconify-json/tabler/refresh'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { LinkButton } from '../../../kit/LinkButton.tsx'
import { outbox } from '../../../offline/outbox.ts'
import type { Operation } from '../../../offline/operation.ts'
import { formatDuration } from '../../../ui/format.ts'
import { text } from '../../../ui/text.ts'
import { portValues } from '../box/box.ts'
import { clockOf } from '../clock.ts'
import { LookSign, toneClass } from '../LookSign.tsx'
import { MiniBox } from '../box/MiniBox.tsx'
import { BeforeAfter } from './BeforeAfter.tsx'
import { boardPath, stepPath } from '../paths.ts'
import { PermissionSheet } from './PermissionSheet.tsx'
import { missingPicture } from '../step/act-words.ts'
import css from '../phone.module.css'
import { placeWords } from '../box/place-words.ts'
import { isHarmed, isWeaker, useReport, type Neighbour, type Report } from './report.ts'
import { refusedWhy } from './refused-why.ts'
import { StateSign } from '../StateSign.tsx'
import { totalOf } from '../box/Plate.tsx'
import { useOnce } from '../use-once.ts'
import { useBox, useSeconds } from '../use-work.ts'
import verdict from './verdict.module.css'
import { stepOf, type Work } from '../work.ts'
import { fieldSteps } from '@hilo/domain/status.ts'
import { Unbroken } from '../../../ui/Unbroken.tsx'

/** Not closed: neighbours still dark, or other open points, and the one action that continues. */
export function NotYet({ work, operations }: { work: Work; operations: readonly Operation[] }) {
  const { data } = useReport(work)
  const report = data?.record ?? null
  const harmed = report?.diff.filter(isHarmed) ?? []
  const weak = report?.diff.filter((one) => isWeaker(one) && one.level !== 'ok') ?? []
  const todo = todoOf(work, operations)
  const { override_request: asked } = work
  return (
    <div className={css.screen}>
      <Head
        sentence={refusedWhy(work.error?.text ?? null, todo)}
        harmed={report ? harmed : (work.neighbours.items ?? []).filter(isHarmed)}
      />
      <div className={css.middle} style={{ paddingTop: 12 }}>
        {report && <BeforeAfter report={report} mine={work.port_number} />}
        {harmed.map((one) => (
          <Victim key={one.port} work={work} one={one} report={report} />
        ))}
        {weak.map((one) => (
          <Weaker key={one.port} one={one} />
        ))}
        {todo.map((one) => (
          <TodoRow key={`${one.step}${one.words}`} work={work} todo={one} />
        ))}
        {harmed.length > 0 && (
          <p className={verdict.lock}>
            <IconLock size={30} stroke={1.8} aria-hidden />
            <span>
              <strong>{text('tech.not_clean.no_code')}</strong> {text('tech.not_clean.when', portValues(harmed))}
            </span>
          </p>
        )}
        {asked && <p className={css.note}>{text('tech.permission.asked', { at: clockOf(asked.at) })}</p>}
      </div>
      <Foot
        work={work}
        harmed={harmed.length > 0}
        first={harmed.length > 0 ? undefined : todo.find(({ due }) => due)}
      />
    </div>
  )
}

/** Until the report loads, harmed neighbours come from the intervention. */
function Head({ sentence, harmed }: { sentence: string; harmed: readonly { port: number }[] }) {
  const dark = harmed.length > 0
  return (
    <header className={verdict.head} data-bad role="alert">
      <BadSign />
      <div>
        <h1 className="bold">{text(dark ? 'tech.not_clean.title' : 'tech.not_clean.todo')}</h1>
        <p className="semibold hand-size-xl">
          <Unbroken>{dark ? text('tech.not_clean.dark', portValues(harmed)) : sentence}</Unbroken>
        </p>
      </div>
    </header>
  )
}

function TodoRow({ work, todo: { step, words } }: { work: Work; todo: Todo }) {
  return (
    <Link className={verdict.todo} to={stepPath(work, step)}>
      <StateSign level="bloqueo" size={22} />
      <span>
        <strong>{text(`choice.step.${step}`)}</strong>
        <br />
        {words}
      </span>
      <IconChevronRight size={22} stroke={2} aria-hidden />
    </Link>
  )
}

function Foot({ work, harmed, first }: { work: Work; harmed: boolean; first: Todo | undefined }) {
  const [asking, setAsking] = useState(false)
  const cancelling = work.process_state === processState.is.wronglyCancelled
  const may = harmed && actStep('ask_override', work.process_state) !== null
  return (
    <div className={css.foot}>
      {may && (
        <Button size="glove" shape="wide" style={{ marginBottom: 8 }} onClick={() => setAsking(true)}>
          {text('tech.permission')}
        </Button>
      )}
      <div className={css.row}>
        <LinkButton size="glove" shape="stack" to={boardPath(work)}>
          <MiniBox ports={work.neighbours.items ?? []} mine={work.port_number} at={null} label={text('tech.see_box')} />
        </LinkButton>
        {first ? (
          <LinkButton kind="main" size="glove" to={stepPath(work, first.step)}>
            {text('tech.not_clean.go', { step: text(`tech.short.${first.step}`) })}
          </LinkButton>
        ) : (
          <Again work={work} cancelling={cancelling} />
        )}
      </div>
      {asking && <PermissionSheet work={work} close={() => setAsking(false)} />}
    </div>
  )
}

function Again({ work, cancelling }: { work: Work; cancelling: boolean }) {
  const { busy, run } = useOnce(async () => {
    if (cancelling) await outbox.enqueue({ path: 'admin_vno/events/retry', query: { event_id: work.id } })
    else await outbox.enqueue({ path: 'admin_vno/events/finalize', query: { event_id: work.id } })
  })
  return (
    <Button kind="main" size="glove" busy={busy} onClick={() => void run()}>
      <IconRefresh size={26} stroke={1.9} aria-hidden />
      {text('tech.not_clean.again')}
    </Button>
  )
}

interface Todo {
  step: FieldStep
  words: string
  /** True if the technician must act; false if a later OLT reading may resolve it. */
  due: boolean
}

/** Open points before the closing, each with the step that resolves it. */
function todoOf(work: Work, operations: readonly Operation[]): Todo[] {
  if (work.work_kind === null || work.process_state === processState.is.wronglyCancelled) return []
  const steps = fieldSteps.map((step) => stepOf(work, step))
  const ready = readyToFinalize(work.work_kind, steps)
  const refusal = operations.findLast((one) => one.state === 'rejected')?.refusal
  const missing = [
    ...ready.steps.map((step): Todo => ({ step, words: text('tech.todo.step'), due: true })),
    ...ready.pictures.map(({ step, ...evidence }): Todo => {
      const { data, pictures } = stepOf(work, step)
      const why = whyUnproven(pictures, evidence, { step, data, port: portOf(steps) })
      return { step, words: missingPicture(evidence.reason, why), due: true }
    }),
    ...ready.checks.map(({ step, code }): Todo => {
      const check = stepOf(work, step).checks.find((one) => one.code === code)
      return { step, words: check?.text ?? text('tech.todo.check'), due: false }
    }),
  ]
  if (missing.length > 0 || !refusal) return missing
  return [{ step: 'final_report', words: refusal.text, due: false }]
}

/** A dark neighbour: port, time, and who was notified. */
function Victim({ work, one, report }: { work: Work; one: Neighbour; report: Report | null }) {
  const read = report?.after ? Date.parse(report.after.taken_at) : 0
  const now = Math.max(useSeconds(), read)
  const box = useBox(work.cto_id)
  const total = totalOf(box, report?.after?.items ?? [])
  const since = one.cuts.findLast(({ up_at }) => up_at === null)?.down_at ?? null
  const alarm = work.neighbours.alarms?.findLast(({ port }) => port === one.port)
  const noticed = alarm?.notice_at != null && Date.parse(alarm.notice_at) <= now
  return (
    <article className={css.card} data-tone="danger">
      <h2 className={css.heading}>
        <StateSign level="bloqueo" size={26} />
        {text(one.own ? 'tech.victim.own' : 'tech.victim.other', { port: one.port })}
        {since && <span className={css.bad}>{formatDuration((now - Date.parse(since)) / 1000)}</span>}
      </h2>
      <p className={verdict.sentence}>
        {[
          one.class === 'movido'
            ? text('tech.victim.moved')
            : since
              ? text('tech.victim.since', { time: clockOf(since) })
              : text('tech.victim.dark'),
          placeWords(one.port, total),
          noticed ? text('tech.victim.told') : '',
        ].join(' ')}
      </p>
    </article>
  )
}

function Weaker({ one }: { one: Neighbour }) {
  const look = neighbourLook(one)
  return (
    <article className={css.card} data-tone={look.color}>
      <h2 className={css.heading}>
        <LookSign look={look} size={26} />
        {text(one.own ? 'tech.victim.own' : 'tech.victim.other', { port: one.port })}
        <span className={toneClass[look.color]}>{text(look.label)}</span>
      </h2>
      <p className={verdict.sentence}>{text('tech.victim.weaker.text')}</p>
    </article>
  )
}

function BadSign() {
  return (
    <svg width="44" height="44" viewBox="0 0 44 44" aria-hidden="true" style={{ flex: 'none' }}>
      <path d="M22 1 43 22 22 43 1 22Z" fill="#fff" />
      <path d="M22 12v12M22 30.5v.01" stroke="var(--alarm-ground)" strokeWidth="4.6" strokeLinecap="round" />
    </svg>
  )
}
