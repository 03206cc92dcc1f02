import type { Report, Snapshot } from '@hilo/contract/neighbors/neighbors.ts'
import {
  controlName,
  controlSentence,
  darkBefore,
  neighbourCounts,
  verdictLook,
  verdictSentence,
  type Sentence,
} from '@hilo/domain/neighbour-look.ts'
import { harmedCount } from '@hilo/domain/proof/judgement.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { NeighbourTable } from '../../lists/panel/NeighbourTable.tsx'
import { useCto } from '../../lists/panel/use-cto.ts'
import { boxLabel, boxSize } from '../../lists/registry/faceplate-items.ts'
import { compared, withPreexistingDark } from '@hilo/domain/port-look.ts'
import { Faceplate } from '../../ui/faceplate/Faceplate.tsx'
import { FaceplateKey, FaceplateLegend } from '../../ui/faceplate/FaceplateLegend.tsx'
import type { FaceplatePort } from '../../ui/faceplate/port-look.ts'
import { formatDateTime, formatStamp } from '../../ui/format.ts'
import { Mark } from '../../ui/Mark.tsx'
import { ChoiceDot } from '../../ui/shapes/ChoiceDot.tsx'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { readTime } from '../../ui/read-time.ts'
import { text } from '../../ui/text.ts'
import styles from './report.module.css'

/** Report on one sheet: verdict, box before and after, neighbours, and evidence. */
export function ReportSheet({ report }: { report: Report }) {
  const { before, after, diff, sha256 } = report
  const cto = useCto(report.cto_id)
  // Size of the whole box: the neighbour's operator sees only its own ports in the readings.
  const ports = [before, after].flatMap((side) => side?.items ?? [])
  const total = boxSize(cto?.ports_total ?? Math.max(0, ...ports.map(({ port }) => port)))
  return (
    <article className={`edge grid gap-16 surface ${styles.sheet}`}>
      <Head report={report} />
      <Conclusion report={report} />
      {(before || after || sha256 !== null) && (
        <section className={`grid gap-20 ${styles.boxes} halves`} aria-label={text('list.ctos.box')}>
          {(before || sha256 !== null) && (
            <Side
              name={text('event.box.before')}
              snapshot={before}
              total={total}
              ports={withPreexistingDark(before?.items ?? [], diff)}
            />
          )}
          {(after || sha256 !== null) && (
            <Side
              name={text('event.box.after')}
              snapshot={after}
              total={total}
              ports={compared(after?.items ?? [], diff)}
            />
          )}
        </section>
      )}
      {after && after.items.length > 0 && (
        <FaceplateKey
          ports={compared(after.items, diff)}
          beside={withPreexistingDark(before?.items ?? [], diff)}
          total={total}
        />
      )}
      <Controls report={report} />
      {diff.length > 0 && (
        <section className={`grid gap-8 scroll-x ${styles.neighbours}`}>
          <h2>{text('report.neighbours')}</h2>
          <NeighbourTable diff={diff} />
        </section>
      )}
      <Proof report={report} />
    </article>
  )
}

function Head({ report }: { report: Report }) {
  const facts: [string, ReactNode][] = [
    ['report.event', <span className="code">{report.event.code}</span>],
    ['report.box', <span className="code">{report.cto.code}</span>],
    ['report.operator', report.vno?.name],
    ['report.technician', report.technical?.name],
    ['report.at', report.frozen_at ? formatDateTime(report.frozen_at) : text('report.live')],
  ]
  return (
    <header className={`grid gap-16 ${styles.head}`}>
      <div className="flex gap-12 middle">
        <Mark size={26} />
        <div>
          <h1>{text('report.title')}</h1>
          <p className="ink-2">{text('report.subtitle')}</p>
        </div>
      </div>
      <dl className="grid gap-10 gap-x-20 line-top">
        {facts.map(
          ([name, value]) =>
            value != null && (
              <div key={name}>
                <dt className="lines-xs ink-2">{text(name)}</dt>
                <dd className="semibold">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </header>
  )
}

/** Without readings there is no conclusion, and with several works in the box no attribution. */
const sentenceOf = ({ verdict, diff }: Report): Sentence =>
  verdictSentence(diff.length === 0 ? null : verdict, harmedCount(diff.map((one) => one.class)))
const sentenceText = ({ key, values }: Sentence): string => text(key, values)

function Code({ code, withdrawn }: { code: string; withdrawn: boolean }) {
  return (
    <p className={`grid text-right ${styles.code}`} data-withdrawn={withdrawn || undefined}>
      <small className="lines-xs ink-2">{text(withdrawn ? 'report.code.withdrawn' : 'report.code')}</small>
      <b className="code text-xl weight-650">{code}</b>
      {!withdrawn && (
        <Link className="text-xs" to="/verificar" search={{ codigo: code }}>
          {text('report.code.verify')}
        </Link>
      )}
    </p>
  )
}

function Conclusion({ report }: { report: Report }) {
  const { verdict, discharge_code: code, discharge_withdrawn: withdrawn, override, diff } = report
  const look = verdictLook(verdict)
  const dark = darkBefore(diff)
  return (
    <section
      className={`note round-card flex wrap middle between padded ${styles.conclusion}`}
      data-tone={withdrawn ? 'danger' : look.color}
    >
      <div>
        <p className={`flex gap-10 middle lines-l title ${styles.verdict}`}>
          {withdrawn ? (
            <Shape kind="diamond" tone="danger" size={18} />
          ) : (
            verdict !== null && <Shape kind={look.sign} tone={look.color} size={18} />
          )}
          {withdrawn ? text(`discharge.found.${withdrawn.reason}`) : sentenceText(sentenceOf(report))}
        </p>
        {withdrawn && (
          <p className={styles.dark}>
            {text('report.at_closing', { said: sentenceText(sentenceOf(report)), at: formatDateTime(withdrawn.at) })}
          </p>
        )}
        {dark && <p className={styles.dark}>{sentenceText(dark)}</p>}
        {report.controls
          .filter(({ findings }) => findings.length > 0)
          .map((control) => (
            <p key={control.phase} className={styles.dark}>
              {`${text(controlName(control.phase))}: ${controlText(control)}`}
            </p>
          ))}
        <ul className={`flex gap-2 gap-x-12 wrap lines-xs ink-2 ${styles.counts}`}>
          {neighbourCounts(diff).map((count) => (
            <li className="flex gap-6 middle" key={count.look.label}>
              <Shape kind={count.look.sign} tone={count.look.color} size={10} />
              {`${count.ports.length} ${text(count.look.label)}`}
            </li>
          ))}
        </ul>
        {override && (
          <p>
            {text('event.band.override', {
              name: override.by?.name ?? text('event.supervisor'),
              reason: override.reason,
            })}
          </p>
        )}
      </div>
      {code && <Code code={code} withdrawn={withdrawn !== null} />}
    </section>
  )
}

interface SideProps {
  name: string
  snapshot: Snapshot | null
  total: ReturnType<typeof boxSize>
  ports: readonly FaceplatePort[]
}

/** A box without data is not drawn: empty positions would look like free ports. */
function Side({ name, snapshot, total, ports }: SideProps) {
  if (snapshot === null || ports.length === 0)
    return (
      <figure>
        <figcaption>
          <b>{name}</b>
        </figcaption>
        <p className={styles.noData}>{text('report.box.no_data')}</p>
      </figure>
    )
  return (
    <figure>
      <figcaption>
        <b>{name}</b> {readTime(formatStamp(snapshot.taken_at), snapshot.source)}
      </figcaption>
      <Faceplate
        ports={ports}
        total={total}
        size="small"
        title={boxLabel(snapshot.cto.code)}
        subtitle={text('faceplate.ports', { count: total })}
        ring={ports
          .filter((port) => port.class === 'desconectado' || port.class === 'movido')
          .map(({ port }) => ({ port, kind: 'harmed' as const }))}
      />
      <FaceplateLegend ports={ports} total={total} />
    </figure>
  )
}

type Control = Report['controls'][number]
const controlText = (control: Control): string => sentenceText(controlSentence(control, (label) => text(label)))

/** Results of the controls after the closing. */
function Controls({ report: { controls } }: { report: Report }) {
  if (controls.length === 0) return null
  return (
    <section className={styles.controls}>
      <h2>{text('report.controls')}</h2>
      <ul className="grid gap-8 lines-xs">
        {controls.map((control) => (
          <li key={control.phase}>
            <p>
              <b>{text(controlName(control.phase))}</b> <span>{formatDateTime(control.taken_at)}</span>{' '}
              {control.verdict !== null && <ChoiceDot of="verdict" word={control.verdict} />}
            </p>
            <p>{controlText(control)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Evidence: hashes that link the report to its readings, and the edition of the rules. */
function Proof({ report }: { report: Report }) {
  const simulated = [report.before, report.after].some((one) => one?.source === 'simulated')
  return (
    <footer className={`grid gap-10 line-top lines-xs ink-2 ${styles.proof}`}>
      {report.sha256 !== null && (
        <dl>
          <dt className="lines-xs ink-2">{text('report.sha256')}</dt>
          <dd className="anywhere ink-1 code mb-6">{report.sha256}</dd>
          {report.prev_sha256 !== null && (
            <>
              <dt className="lines-xs ink-2">{text('report.prev_sha256')}</dt>
              <dd className="anywhere ink-1 code mb-6">{report.prev_sha256}</dd>
            </>
          )}
        </dl>
      )}
      <p>
        {text(report.sha256 === null ? 'report.unfrozen' : simulated ? 'report.sealed.simulated' : 'report.sealed')}
      </p>
      <p>{text('report.edition', { edition: report.edition })}</p>
    </footer>
  )
}
