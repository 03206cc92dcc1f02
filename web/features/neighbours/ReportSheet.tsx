import type { Report, Snapshot } from '@hilo/contract/neighbors.ts'
import {
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
import { boxLabel, boxSize } from '../../lists/registry/faceplate-items.ts'
import { compared, withDarkBefore } from '../../ui/faceplate/compared.ts'
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

/** The report as one sheet: what was concluded, how it was before and after, every neighbour, and what proves it. */
export function ReportSheet({ report }: { report: Report }) {
  const { before, after, diff } = report
  return (
    <article className={styles.sheet}>
      <Head report={report} />
      <Conclusion report={report} />
      {(before || after) && (
        <section className={styles.boxes} aria-label={text('list.ctos.box')}>
          {before && (
            <Side name={text('event.box.before')} snapshot={before} ports={withDarkBefore(before.items, diff)} />
          )}
          {after && <Side name={text('event.box.after')} snapshot={after} ports={compared(after.items, diff)} />}
        </section>
      )}
      {after && (
        <FaceplateKey
          ports={compared(after.items, diff)}
          total={boxSize(Math.max(...after.items.map(({ port }) => port)))}
        />
      )}
      {diff.length > 0 && (
        <section className={styles.neighbours}>
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
    <header className={styles.head}>
      <div className={styles.brand}>
        <Mark size={26} />
        <div>
          <h1>{text('report.title')}</h1>
          <p>{text('report.subtitle')}</p>
        </div>
      </div>
      <dl>
        {facts.map(
          ([name, value]) =>
            value != null && (
              <div key={name}>
                <dt>{text(name)}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </header>
  )
}

/** Without readings there is nothing to conclude from, and with several at work in the box nobody to blame. */
const sentenceOf = ({ verdict, diff }: Report): Sentence =>
  verdictSentence(diff.length === 0 ? null : verdict, harmedCount(diff.map((one) => one.class)))
const said = ({ key, values }: Sentence): string => text(key, values)

const withdrawnText = ({ at, reason }: NonNullable<Report['discharge_withdrawn']>) =>
  text('report.code.withdrawn.at', { at: formatDateTime(at), reason: text(`discharge.found.${reason}`) })

function Conclusion({ report }: { report: Report }) {
  const { verdict, discharge_code: code, discharge_withdrawn: withdrawn, override, diff } = report
  const look = verdictLook(verdict)
  const dark = darkBefore(diff)
  return (
    <section className={styles.conclusion} data-tone={withdrawn ? 'danger' : look.color}>
      <div>
        <p className={styles.verdict}>
          {verdict !== null && <Shape kind={look.sign} tone={look.color} size={18} />}
          {said(sentenceOf(report))}
        </p>
        {withdrawn && <p>{withdrawnText(withdrawn)}</p>}
        {dark && <p className={styles.dark}>{said(dark)}</p>}
        <ul className={styles.counts}>
          {neighbourCounts(diff).map((count) => (
            <li key={count.look.label}>
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
      {code && (
        <p className={styles.code} data-withdrawn={withdrawn !== null || undefined}>
          <small>{text(withdrawn ? 'report.code.withdrawn' : 'report.code')}</small>
          <b className="code">{code}</b>
          {withdrawn === null && (
            <Link to="/verificar" search={{ codigo: code }}>
              {text('report.code.verify')}
            </Link>
          )}
        </p>
      )}
    </section>
  )
}

function Side({ name, snapshot, ports }: { name: string; snapshot: Snapshot; ports: readonly FaceplatePort[] }) {
  const total = boxSize(Math.max(...snapshot.items.map(({ port }) => port)))
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

/** What makes the report a proof: later readings, and the hashes that chain it to the readings it was made of. */
function Proof({ report }: { report: Report }) {
  const simulated = [report.before, report.after].some((one) => one?.source === 'simulated')
  return (
    <footer className={styles.proof}>
      {report.controls.length > 0 && (
        <ul>
          {report.controls.map(({ phase, taken_at, verdict }) => (
            <li key={phase}>
              <b>{text(`choice.phase.${phase}`)}</b>
              <span>{formatDateTime(taken_at)}</span>
              {verdict !== null && <ChoiceDot of="verdict" word={verdict} />}
            </li>
          ))}
        </ul>
      )}
      {report.sha256 !== null && (
        <dl>
          <dt>{text('report.sha256')}</dt>
          <dd className="code">{report.sha256}</dd>
          {report.prev_sha256 !== null && (
            <>
              <dt>{text('report.prev_sha256')}</dt>
              <dd className="code">{report.prev_sha256}</dd>
            </>
          )}
        </dl>
      )}
      <p>
        {text(report.sha256 === null ? 'report.unfrozen' : simulated ? 'report.sealed.simulated' : 'report.sealed')}
      </p>
    </footer>
  )
}
