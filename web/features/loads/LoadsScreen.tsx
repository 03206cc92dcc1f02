import type { LoadKind } from '@hilo/domain/load-columns.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import '../../lists/lists.css'
import { ColumnHelp, TemplateButton } from '../../lists/load/ColumnHelp.tsx'
import { Empty } from '../../ui/Asked.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { text } from '../../ui/text.ts'
import { LoadFile } from './LoadFile.tsx'
import { visibleLoads, type Load } from './loads.ts'
import styles from './loads.module.css'

interface TabsProps {
  loads: readonly Load[]
  now: Load
  go: (word: Load['word']) => void
}

function Tabs({ loads, now, go }: TabsProps) {
  return (
    <nav className={styles.tabs} aria-label={text('loads.title')}>
      {loads.map(({ word }) => (
        <button key={word} type="button" aria-current={word === now.word ? 'page' : undefined} onClick={() => go(word)}>
          {text(`loads.${word}`)}
        </button>
      ))}
    </nav>
  )
}

/** Tables that bring in the network, orders, customers in service and technicians. */
export function LoadsScreen() {
  const { carga, de } = useSearch({ strict: false })
  const navigate = useNavigate()
  const loads = visibleLoads()
  const now = loads.find(({ word }) => word === carga) ?? loads[0]
  const go = (search: Record<string, string>) =>
    void navigate({ to: '/vno/configuracion/cargas', search, replace: true })
  if (!now)
    return (
      <Page title={text('loads.title')}>
        <Empty title={text('problem.PRIVILEGE_DENIED')} />
      </Page>
    )
  const kind: LoadKind = now.kinds.find((one) => one === de) ?? now.kinds[0]
  return (
    <Page title={text('loads.title')} lead={text('loads.lead')}>
      <Tabs loads={loads} now={now} go={(word) => go({ carga: word })} />
      {now.kinds.length > 1 && (
        <div className={styles.kinds}>
          <Segments<LoadKind>
            label={text('loads.kind')}
            options={now.kinds.map((value) => ({ value, text: text(`loads.kind.${value}`) }))}
            value={kind}
            onChange={(value) => go({ carga: now.word, de: value })}
          />
        </div>
      )}
      <div className={styles.columns}>
        <LoadFile key={`${now.word} ${kind}`} load={now} kind={kind} />
        <Card title={text('loads.file')} aside={<TemplateButton kind={kind} />}>
          <p className={styles.faint}>{text(`loads.${now.word}.text`)}</p>
          <ColumnHelp kind={kind} />
        </Card>
      </div>
    </Page>
  )
}
