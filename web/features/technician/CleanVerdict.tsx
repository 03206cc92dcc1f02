import { darkBefore, type Look, neighbourLook, neighbourNote, verdictLook } from '@hilo/domain/neighbour-look.ts'
import { IconFileText, IconPower, IconShare2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDateTime, formatDuration, formatPowerUnit } from '../../ui/format.ts'
import { readTime } from '../../ui/read-time.ts'
import { lowered, text } from '../../ui/text.ts'
import { labelOf, portList } from './box.ts'
import { LookSign } from './LookSign.tsx'
import { Pair } from './Pair.tsx'
import css from './phone.module.css'
import { countable, isHarmed, isUnsure, type Neighbour, type Report } from './report.ts'
import { useOnce } from './use-once.ts'
import verdict from './verdict.module.css'
import { sharePaper } from './work-paper.ts'
import { stepOf, type Work } from './work.ts'

/** Closed: the sentence, the code that proves it, what was proven and what does not count. */
export function CleanVerdict({ work, report }: { work: Work; report: Report }) {
  // A supervisor may have closed it with neighbours without light: that is what the technician has to know.
  const shown = report.diff.some(isHarmed) ? 'con_desconectados' : (report.verdict ?? 'no_concluyente')
  const dark = darkBefore(report.diff)
  const { discharge_code: code, discharge_withdrawn: withdrawn } = report
  const share = async () => {
    const words = text('tech.clean.share.text', { code: code ?? '', work: work.code, box: labelOf(work.cto.code) })
    if ('share' in navigator) await navigator.share({ text: words }).catch(() => undefined)
    else await (navigator as Navigator).clipboard.writeText(words).catch(() => undefined)
  }
  return (
    <div className={css.screen}>
      <header className={verdict.head} role="status">
        <LookSign look={verdictLook(withdrawn ? 'con_desconectados' : shown)} size={42} />
        <div>
          <h1>{text(withdrawn ? `discharge.found.${withdrawn.reason}` : `tech.verdict.${shown}`)}</h1>
          {dark && <p>{text(dark.key, dark.values)}</p>}
        </div>
      </header>
      <div className={css.middle} tabIndex={0} role="group" aria-label={text('tech.clean.proof')}>
        <Code report={report} />
        <Pair report={report} mine={work.port_number} />
        <Proof work={work} report={report} />
        {report.frozen_at && (
          <p className={css.note}>
            {text('tech.clean.controls', { at: readTime(formatDateTime(report.frozen_at), report.after?.source) })}
          </p>
        )}
      </div>
      <div className={css.foot}>
        <PaperButton work={work} />
        <div className={css.row}>
          {code !== null && withdrawn === null && (
            <button type="button" className={`${css.second} ${css.look}`} onClick={() => void share()}>
              <IconShare2 size={24} stroke={1.9} aria-hidden />
              {text('tech.clean.share')}
            </button>
          )}
          <Link className={css.main} to="/tecnico">
            {text('tech.clean.end')}
          </Link>
        </div>
      </div>
    </div>
  )
}

/** The code to write down, or since when it proves nothing, or why there is none. */
function Code({ report }: { report: Report }) {
  const { discharge_code: code, discharge_withdrawn: withdrawn } = report
  if (code === null)
    return (
      <p className={`${css.card} ${css.note}`} style={{ marginBottom: 12 }}>
        {noCode(report)}
      </p>
    )
  return (
    <p className={verdict.code} data-withdrawn={withdrawn !== null || undefined}>
      <span>{text(withdrawn ? 'tech.clean.withdrawn' : 'tech.clean.code')}</span>
      <strong>{code}</strong>
      {withdrawn ? text('tech.clean.withdrawn.at', { at: formatDateTime(withdrawn.at) }) : text('tech.clean.note')}
    </p>
  )
}

/** Why there is nothing to write down. */
function noCode({ override, diff }: Report): string {
  if (override) return text('tech.clean.override', { reason: override.reason })
  // Who was seen to lose the light with the whole tree, or with somebody else at work there, does answer.
  const doubted = diff.filter((one) => one.doubt !== null || one.shared)
  if (doubted.length > 0)
    return doubted
      .map((one) => {
        const note = neighbourNote(one)
        return `${text('tech.clean.port', { port: one.port })} ${note ? text(note.key) : ''}`
      })
      .join(' ')
  const silent = diff.filter((one) => isUnsure(one) && one.after?.state !== 'los')
  if (silent.length === 0) return text('tech.clean.no_code')
  return text('tech.clean.unsure', { count: silent.length, ports: portList(silent) })
}

function PaperButton({ work }: { work: Work }) {
  const { busy, run } = useOnce(() => sharePaper(work))
  return (
    <button
      type="button"
      className={`${css.second} ${css.wide}`}
      style={{ marginBottom: 8 }}
      aria-busy={busy}
      onClick={() => void run()}
    >
      <IconFileText size={24} stroke={1.8} aria-hidden />
      {text('tech.paper')}
    </button>
  )
}

/** What is known of a neighbour of whom nobody can say what became of him. */
function howUnsure(after: Neighbour['after']): string {
  if (after?.state === 'offline') return 'silent'
  return after?.state === 'los' ? 'dark' : 'unread'
}

/** Why a neighbour without light does not count. */
function whyApart({ preexisting, before }: Neighbour): string {
  if (!preexisting) return 'off'
  if (before?.light === 'off') return 'was_off'
  return before?.state === 'offline' ? 'was_silent' : 'was_dark'
}

/** What was proven, each with its figure; then what does not count, and why. */
function Proof({ work, report }: { work: Work; report: Report }) {
  const counted = countable(report)
  const lit = counted.filter(({ after }) => after?.state === 'online').length
  const { roseta_dbm } = stepOf(work, 'power').data as { roseta_dbm?: number | null }
  const { rx_dbm } = stepOf(work, 'final_report').data as { rx_dbm?: number | null }
  const mine = report.after?.items.find(({ port }) => port === work.port_number)
  const apart = report.diff.filter(({ preexisting, class: of }) => preexisting || of === 'apagado')
  const cuts = report.diff.filter(({ class: of }) => of === 'microcorte' || of === 'corte_recuperado')
  return (
    <ul className={verdict.proof}>
      <Row
        look={lit < counted.length ? (counted.some(isHarmed) ? harmLook : unsureLook) : asBefore}
        value={text('tech.proof.of', { part: lit, whole: counted.length })}
      >
        {text('tech.proof.lit')}
      </Row>
      {(roseta_dbm ?? rx_dbm) != null && (
        <Row look={asBefore} value={formatPowerUnit(roseta_dbm ?? rx_dbm) ?? ''}>
          {text(roseta_dbm == null ? 'tech.proof.ont_power' : 'tech.proof.roseta')}
        </Row>
      )}
      {mine && work.port_number !== null && mine.state === 'online' && (
        <Row look={asBefore} value={text('choice.ont_state.online')}>
          {text('tech.proof.ont', { port: work.port_number })}
        </Row>
      )}
      {cuts.map((one) => (
        <Row key={one.port} look={neighbourLook(one)} value={formatDuration(one.longest_cut_s)}>
          {text('tech.proof.cut', { port: one.port, word: lowered(neighbourLook(one).label) })}
        </Row>
      ))}
      {counted.filter(isUnsure).map(({ port, after }) => (
        <Row key={port} look={unsureLook} value={text('tech.proof.unsure')}>
          {text(`tech.proof.${howUnsure(after)}`, { port })}
        </Row>
      ))}
      {apart.map((one) => (
        <li key={one.port}>
          <IconPower size={24} stroke={1.8} aria-hidden />
          {text(`tech.proof.${whyApart(one)}`, { port: one.port })}
          <strong>{text('tech.proof.no_count')}</strong>
        </li>
      ))}
    </ul>
  )
}

const asBefore = neighbourLook({ class: 'igual' })
const harmLook = neighbourLook({ class: 'desconectado' })
const unsureLook = neighbourLook({ class: 'no_concluyente' })

function Row({ look, value, children }: { look: Look; value: string; children: ReactNode }) {
  return (
    <li>
      <LookSign look={look} size={24} />
      {children}
      <strong>{value}</strong>
    </li>
  )
}
