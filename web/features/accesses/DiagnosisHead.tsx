import type { Access } from '@hilo/contract/accesses/accesses.ts'
import { Link } from '@tanstack/react-router'
import type { DiagnosisRecord } from '@hilo/contract/accesses/ont.ts'
import { Button } from '../../kit/Button.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { Icon } from '../../lists/icons.tsx'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { formatCountdown, formatNumber, formatStamp, formatDateTime } from '../../ui/format.ts'
import { readTime } from '../../ui/read-time.ts'
import { copyText } from '../../ui/copy-text.ts'
import { text } from '../../ui/text.ts'
import { useNow } from '../../ui/use-now.ts'
import { ChoiceBadge } from '../../ui/shapes/ChoiceDot.tsx'
import { homeText, productText } from './access-facts.ts'
import styles from './diagnosis.module.css'
import type { Diagnosed, useDiagnosis } from './use-diagnosis.ts'

interface HeadProps {
  access: Access
  diagnosis: ReturnType<typeof useDiagnosis>
  /** False if the access has no service, and thus no diagnosis. */
  served: boolean
}

export function DiagnosisHead({ access, diagnosis, served }: HeadProps) {
  const { data } = diagnosis
  const home = homeText(access)
  return (
    <header className={`flex gap-6-12 wrap middle ${styles.head}`}>
      <div className={`flex gap-6-12 wrap middle ${styles.title}`}>
        <h1>
          <Link className="code plain" to="/vno/accesos/$id" params={{ id: String(access.id) }}>
            {access.code}
          </Link>
        </h1>
        <ChoiceBadge of="access_state" word={access.state} />
        <span>{[access.vno.name, productText(access)].filter(Boolean).join(', ')}</span>
      </div>
      <div className="flex gap-8 wrap push phone-acts">
        <LinkButton to="/vno/diagnostico" search={{}}>
          {text('diagnosis.other')}
        </LinkButton>
        {data && (
          <Button onClick={() => copyText(summaryOf(access, data.record), text('diagnosis.copied'))}>
            <Icon name="copy" />
            {text('diagnosis.copy')}
          </Button>
        )}
        {served && <AgainButton diagnosis={diagnosis} />}
      </div>
      <p className={`flex gap-4 gap-x-20 wrap whole-line ink-2 ${styles.line}`}>
        <span className="inline-flex wrap middle">
          <Icon name="box" />
          <Link className="code" to="/vno/ctos/$id" params={{ id: String(access.cto_id) }}>
            {boxLabel(access.cto.code)}
          </Link>
          {text('list.port', { number: access.port_number })}
          {home !== null && `, ${home}`}
        </span>
        {access.ont.serial !== null && <span className="inline-flex wrap middle code">{access.ont.serial}</span>}
        {data && (
          <span className="inline-flex wrap middle">
            <Icon name="clock" />
            {readTime(takenText(data), data.record.source)}
          </span>
        )}
      </p>
    </header>
  )
}

function takenText({ record, tookMs }: Diagnosed): string {
  const time = formatStamp(record.taken_at)
  if (tookMs === null) return text('diagnosis.takenBefore', { time })
  return text('diagnosis.taken', { time, seconds: formatNumber(tookMs / 1000, 1) })
}

/** Repeats the diagnosis; disabled with a countdown until a minute has passed. */
function AgainButton({ diagnosis: { data, isFetching, refetch } }: Pick<HeadProps, 'diagnosis'>) {
  const now = useNow(data ? 1000 : null)
  const left = data ? Math.min(60, Math.ceil((data.nextAllowedAt - now) / 1000)) : 0
  const resting = left > 0 || isFetching
  return (
    <Button aria-disabled={resting || undefined} busy={isFetching} onClick={() => !resting && void refetch()}>
      <Icon name="refresh" />
      {isFetching
        ? text('diagnosis.doing')
        : left > 0
          ? text('diagnosis.againIn', { time: formatCountdown(left) })
          : text('diagnosis.again')}
    </Button>
  )
}

/** Diagnosis as plain text, to send to a colleague. */
function summaryOf(access: Access, { taken_at, source, verdict_text, action_text, tests }: DiagnosisRecord): string {
  const place = `${access.cto.code}, ${text('list.port', { number: access.port_number })}`
  return [
    `${access.code} · ${place}${access.ont.serial === null ? '' : ` · ${access.ont.serial}`}`,
    readTime(formatDateTime(taken_at), source),
    `${verdict_text} ${action_text}`,
    ...tests.map((one) => `${one.number}. ${one.name}: ${one.text}`),
  ].join('\n')
}
