import { shortCut } from '@hilo/domain/proof/cuts.ts'
import {
  controlName,
  controlSentence,
  darkBefore,
  type Look,
  neighbourLook,
  neighbourNote,
  verdictLook,
} from '@hilo/domain/neighbour-look.ts'
import IconFileText from '@iconify-json/tabler/file-text'
import IconPower from '@iconify-json/tabler/power'
import IconShare2 from '@iconify-json/tabler/share-2'
import type { ReactNode } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { LinkButton } from '../../../kit/LinkButton.tsx'
import { formatDateTime, formatDuration, formatLoss, formatPowerUnit, formatTime } from '../../../ui/format.ts'
import { readTime } from '../../../ui/read-time.ts'
import { midSentenceText, text } from '../../../ui/text.ts'
import { labelOf, portValues } from '../box/box.ts'
import { LookSign, toneClass } from '../LookSign.tsx'
import { BeforeAfter } from './BeforeAfter.tsx'
import css from '../phone.module.css'
import { countable, isHarmed, isUnsure, isWeaker, type Neighbour, type Report } from './report.ts'
import { useOnce } from '../use-once.ts'
import verdict from './verdict.module.css'
import { copyText } from '../../../ui/copy-text.ts'
import { verifyAddress } from '../../../ui/verify-address.ts'
import { publicOrigin } from '../../../native/index.ts'
import { sharePaper } from '../today/work-paper.ts'
import { stepOf, type Work } from '../work.ts'

/** Closed intervention: result, discharge code, evidence, and what does not count. */
export function CleanVerdict({ work, report }: { work: Work; report: Report }) {
  // A supervisor may have approved the closing with neighbours still dark: show that verdict.
  const shown = report.diff.some(isHarmed) ? 'con_desconectados' : (report.verdict ?? 'no_concluyente')
  const dark = darkBefore(report.diff)
  const { discharge_code: code, discharge_withdrawn: withdrawn } = report
  const share = async () => {
    const known = { code: code ?? '', work: work.code, box: labelOf(work.cto.code) }
    const words = text('tech.clean.share.text', { ...known, address: verifyAddress(publicOrigin(), known.code) })
    if ('share' in navigator) await navigator.share({ text: words }).catch(() => undefined)
    else copyText(words)
  }
  return (
    <div className={css.screen}>
      <header className={verdict.head} role="status">
        <LookSign look={verdictLook(withdrawn ? 'con_desconectados' : shown)} size={42} />
        <div>
          <h1 className="bold">{text(withdrawn ? `discharge.found.${withdrawn.reason}` : `tech.verdict.${shown}`)}</h1>
          {dark && <p className="semibold hand-size-xl">{text(dark.key, dark.values)}</p>}
        </div>
      </header>
      <div className={css.middle} tabIndex={0} role="group" aria-label={text('tech.clean.proof')}>
        <Code report={report} />
        <BeforeAfter report={report} mine={work.port_number} />
        <Controls report={report} />
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
            <Button size="glove" shape="stack" onClick={() => void share()}>
              <IconShare2 size={24} stroke={1.9} aria-hidden />
              {text('tech.clean.share')}
            </Button>
          )}
          <LinkButton kind="main" size="glove" to="/tecnico">
            {text('tech.clean.end')}
          </LinkButton>
        </div>
      </div>
    </div>
  )
}

/** Results of the controls after the closing. */
function Controls({ report: { controls } }: { report: Report }) {
  return controls.map((control) => {
    const { key, values } = controlSentence(control, (label) => text(label))
    const found = control.findings.map(neighbourLook).find(({ color }) => color !== 'success')
    return (
      <p key={control.phase} className={`${css.card} ${css.note}`} style={{ marginBottom: 12 }}>
        <strong className={found && toneClass[found.color]}>{text(controlName(control.phase))}</strong>,{' '}
        {formatTime(control.taken_at)}: {text(key, values)}
      </p>
    )
  })
}

/** More than two letters of these and the code is wider than a phone in the usual size. */
const isWide = (code: string) => code.replaceAll(/[^MW]/g, '').length > 2

/** Discharge code; its withdrawal date if withdrawn, or why there is none. */
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
      <span className="hand-bold">{text(withdrawn ? 'tech.clean.withdrawn' : 'tech.clean.code')}</span>
      <strong className="nowrap heavy code-figures" data-wide={isWide(code) || undefined}>
        {code}
      </strong>
      {withdrawn ? text('tech.clean.withdrawn.at', { at: formatDateTime(withdrawn.at) }) : text('tech.clean.note')}
    </p>
  )
}

function doubtOf(one: Neighbour): string {
  const note = neighbourNote(one)
  return `${text('tech.clean.port', { port: one.port })} ${note ? text(note.key) : ''}`
}

/** Why there is no code, and what to check before leaving. */
function noCode({ override, diff }: Report): string {
  if (override) return text('tech.clean.override', { reason: override.reason })
  // Neighbours that went dark together with the whole tree, or during another work, are dark for a known reason.
  const doubted = diff.filter((one) => one.doubt !== null || one.shared)
  const unlit = doubted.filter(({ doubt }) => doubt === 'dark_after_outage')
  const check = text('tech.clean.check', portValues(unlit))
  if (doubted.length > 0) return [...doubted.map(doubtOf), ...(unlit.length > 0 ? [check] : [])].join(' ')
  const silent = diff.filter((one) => isUnsure(one) && one.after?.state !== 'los')
  if (silent.length === 0) return text('tech.clean.no_code')
  return text('tech.clean.unsure', portValues(silent))
}

export function PaperButton({ work }: { work: Work }) {
  const { busy, run } = useOnce(() => sharePaper(work))
  return (
    <Button size="glove" shape="wide" style={{ marginBottom: 8 }} busy={busy} onClick={() => void run()}>
      <IconFileText size={24} stroke={1.8} aria-hidden />
      {text('tech.paper')}
    </Button>
  )
}

/** Last known state of an undecided neighbour. */
function howUnsure(after: Neighbour['after']): string {
  if (after?.state === 'offline') return 'silent'
  return after?.state === 'los' ? 'dark' : 'unread'
}

/** Why a dark neighbour does not count. */
function whyApart({ preexisting, before }: Neighbour): string {
  if (!preexisting) return 'off'
  if (before?.light === 'off') return 'was_off'
  return before?.state === 'offline' ? 'was_silent' : 'was_dark'
}

/** Duration of a neighbour's cut: the longest one, or the sum of short cuts that together interrupted the service. */
function secondsOf({ class: found, cuts, longest_cut_s: longest }: Neighbour): number {
  if (found !== 'corte_recuperado' || longest * 1000 >= shortCut) return longest
  const lengths = cuts.map(({ down_at, up_at, gasp }) =>
    gasp || up_at === null ? 0 : (Date.parse(up_at) - Date.parse(down_at)) / 1000,
  )
  return Math.round(lengths.reduce((sum, one) => sum + one, 0))
}

/** What was proven, with figures; then what does not count, and why. */
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
        <Row key={one.port} look={neighbourLook(one)} value={formatDuration(secondsOf(one))}>
          {text('tech.proof.cut', { port: one.port, word: midSentenceText(neighbourLook(one).label) })}
        </Row>
      ))}
      {report.diff.filter(isWeaker).map((one) => (
        <Row key={one.port} look={neighbourLook(one)} value={formatLoss(one.delta_db)}>
          {text('tech.proof.cut', { port: one.port, word: midSentenceText(neighbourLook(one).label) })}
        </Row>
      ))}
      {counted.filter(isUnsure).map(({ port, after }) => (
        <Row key={port} look={unsureLook} value={text('tech.proof.unsure')}>
          {text(`tech.proof.${howUnsure(after)}`, { port })}
        </Row>
      ))}
      {apart.map((one) => (
        <li key={one.port} className="flex middle gap-12 hand-part">
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
    <li className="flex middle gap-12 hand-part">
      <LookSign look={look} size={24} />
      {children}
      <strong>{value}</strong>
    </li>
  )
}
