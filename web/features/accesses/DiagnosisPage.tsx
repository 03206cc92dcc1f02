import type { Access } from '@hilo/contract/accesses.ts'
import type { DiagnosisRecord } from '@hilo/contract/ont.ts'
import { inService } from '@hilo/domain/access.ts'
import { problemText } from '../../api/problem-text.ts'
import { session } from '../../api/session.ts'
import { Waiting } from '../../ui/Asked.tsx'
import { Card } from '../../ui/Page.tsx'
import { OpticalPath, PathKey } from '../../ui/optical-path/OpticalPath.tsx'
import { text } from '../../ui/text.ts'
import '../../lists/panel/page.css'
import styles from './diagnosis.module.css'
import { DiagnosisHead } from './DiagnosisHead.tsx'
import { PowerCard } from './PowerCard.tsx'
import { ResetCard } from './ResetCard.tsx'
import { TestsCard } from './TestsCard.tsx'
import { seenIn, useDiagnosis } from './use-diagnosis.ts'
import { useOpticalLine } from './use-line.ts'
import { VerdictBand } from './VerdictBand.tsx'

/** A customer's line, judged: the sentence, where the light goes, the tests and how the light was. */
export function DiagnosisPage({ access }: { access: Access }) {
  const served = inService(access.state)
  const may = session.can('accessDiagnose_create')
  const diagnosis = useDiagnosis(access.id, served && may)
  const record = diagnosis.data?.record
  return (
    <article className={styles.page}>
      <DiagnosisHead access={access} diagnosis={diagnosis} served={served && may} />
      {!served && <p className={styles.notice}>{text('diagnosis.notServed')}</p>}
      {served && !may && <p className={styles.notice}>{text('diagnosis.notAllowed')}</p>}
      {diagnosis.isError && !record && (
        <p className={styles.notice} role="alert">
          {problemText(diagnosis.error)}
        </p>
      )}
      <VerdictBand access={access} record={record} doing={diagnosis.isFetching} />
      <PathCard access={access} record={record} />
      <div className={styles.columns}>
        {served && may && <TestsCard access={access.id} record={record} doing={diagnosis.isFetching} />}
        <div className={styles.side}>
          <PowerCard access={access} />
          <ResetCard access={access} />
        </div>
      </div>
    </article>
  )
}

/** The path as it was read now; before that, as it was read last. */
function PathCard({ access, record }: { access: Access; record: DiagnosisRecord | undefined }) {
  const known = { rx_dbm: access.ont.rx_dbm, end: access.ont.rx_dbm === null ? ('unknown' as const) : null }
  const line = useOpticalLine(access, record ? seenIn(record) : known)
  return (
    <Card title={text('path.title')} aside={line && <PathKey line={line} />}>
      {line ? <OpticalPath line={line} /> : <Waiting height={292} />}
    </Card>
  )
}
