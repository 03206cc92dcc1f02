import type { Access } from '@hilo/contract/accesses/accesses.ts'
import type { DiagnosisRecord } from '@hilo/contract/accesses/ont.ts'
import { inService } from '@hilo/domain/access.ts'
import { problemText } from '../../api/problem-text.ts'
import { session } from '../../api/session.ts'
import { LoadingPlaceholder } from '../../kit/QueryState.tsx'
import { Card } from '../../kit/Page.tsx'
import { OpticalPath, PathKey } from '../../ui/optical-path/OpticalPath.tsx'
import { text } from '../../ui/text.ts'
import '../../lists/panel/page.css'
import styles from './diagnosis.module.css'
import { DiagnosisHead } from './DiagnosisHead.tsx'
import { PowerCard } from './PowerCard.tsx'
import { ResetCard } from './ResetCard.tsx'
import { TestsCard } from './TestsCard.tsx'
import { receivedLight, useDiagnosis } from './use-diagnosis.ts'
import { useOpticalLine } from './use-line.ts'
import { VerdictBand } from './VerdictBand.tsx'

/** Diagnosis of a line: verdict, optical path, tests and power history. */
export function DiagnosisPage({ access }: { access: Access }) {
  const served = inService(access.state)
  const may = session.can('accessDiagnose_create')
  const diagnosis = useDiagnosis(access.id, served && may)
  const record = diagnosis.data?.record
  return (
    <article className="grid gap-12 one-column packed p-page min-h-full">
      <DiagnosisHead access={access} diagnosis={diagnosis} served={served && may} />
      {!served && (
        <p className="note" data-tone="warning">
          {text('diagnosis.notServed')}
        </p>
      )}
      {served && !may && (
        <p className="note" data-tone="warning">
          {text('diagnosis.notAllowed')}
        </p>
      )}
      {diagnosis.isError && !record && (
        <p className="note" role="alert" data-tone="warning">
          {problemText(diagnosis.error)}
        </p>
      )}
      <VerdictBand access={access} record={record} doing={diagnosis.isFetching} />
      <PathCard access={access} record={record} />
      <div className={`grid gap-12 top ${styles.columns}`}>
        {served && may && <TestsCard access={access.id} record={record} doing={diagnosis.isFetching} />}
        <div className={`grid gap-12 ${styles.side}`}>
          <PowerCard access={access} />
          <ResetCard access={access} />
        </div>
      </div>
    </article>
  )
}

/** Optical path with the current reading; until it arrives, with the last one. */
function PathCard({ access, record }: { access: Access; record: DiagnosisRecord | undefined }) {
  const known = { rx_dbm: access.ont.rx_dbm, end: access.ont.rx_dbm === null ? ('unknown' as const) : null }
  const line = useOpticalLine(access, record ? receivedLight(record) : known)
  return (
    <Card title={text('path.title')} aside={line && <PathKey line={line} />}>
      {line ? <OpticalPath line={line} /> : <LoadingPlaceholder height={292} />}
    </Card>
  )
}
