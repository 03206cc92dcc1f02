import type { Access } from '@hilo/contract/accesses.ts'
import { Link } from '@tanstack/react-router'
import { Icon } from '../../lists/icons.tsx'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { formatCountdown, formatNumber, formatStamp } from '../../ui/format.ts'
import { readTime } from '../../ui/read-time.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
import { useNow } from '../../ui/use-now.ts'
import { ChoiceBadge } from '../../ui/shapes/ChoiceDot.tsx'
import { homeText, productText } from './access-facts.ts'
import styles from './diagnosis.module.css'
import { summaryOf } from './summary.ts'
import type { Diagnosed, useDiagnosis } from './use-diagnosis.ts'

interface HeadProps {
  access: Access
  diagnosis: ReturnType<typeof useDiagnosis>
  /** It can be diagnosed. */
  served: boolean
}

export function DiagnosisHead({ access, diagnosis, served }: HeadProps) {
  const { data } = diagnosis
  const home = homeText(access)
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <h1>
          <Link className="code" to="/vno/accesos/$id" params={{ id: String(access.id) }}>
            {access.code}
          </Link>
        </h1>
        <ChoiceBadge of="access_state" word={access.state} />
        <span>{[access.vno.name, productText(access)].filter(Boolean).join(', ')}</span>
      </div>
      <div className={styles.headActs}>
        <Link className="hl-button" to="/vno/diagnostico" search={{}}>
          {text('diagnosis.other')}
        </Link>
        {data && (
          <button
            type="button"
            className="hl-button"
            onClick={() =>
              void navigator.clipboard
                .writeText(summaryOf(access, data.record))
                .then(() => toast.success(text('diagnosis.copied')))
            }
          >
            <Icon name="copy" />
            {text('diagnosis.copy')}
          </button>
        )}
        {served && <AgainButton diagnosis={diagnosis} />}
      </div>
      <p className={styles.line}>
        <span>
          <Icon name="box" />
          <Link className="code" to="/vno/ctos/$id" params={{ id: String(access.cto_id) }}>
            {boxLabel(access.cto.code)}
          </Link>
          {text('list.port', { number: access.port_number })}
          {home !== null && `, ${home}`}
        </span>
        {access.ont.serial !== null && <span className="code">{access.ont.serial}</span>}
        {data && (
          <span>
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

/** Once a minute: until then it says how long. */
function AgainButton({ diagnosis: { data, isFetching, refetch } }: Pick<HeadProps, 'diagnosis'>) {
  const now = useNow(data ? 1000 : null)
  const left = data ? Math.min(60, Math.ceil((data.againAt - now) / 1000)) : 0
  const resting = left > 0 || isFetching
  return (
    <button
      type="button"
      className="hl-button"
      aria-disabled={resting || undefined}
      aria-busy={isFetching}
      onClick={() => !resting && void refetch()}
    >
      <Icon name="refresh" />
      {isFetching
        ? text('diagnosis.doing')
        : left > 0
          ? text('diagnosis.againIn', { time: formatCountdown(left) })
          : text('diagnosis.again')}
    </button>
  )
}
