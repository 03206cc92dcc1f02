import type { LoadKind } from '@hilo/domain/load-columns.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import '../../lists/lists.css'
import { Press } from '../../kit/Button.tsx'
import { ColumnHelp, TemplateButton } from '../../lists/load/ColumnHelp.tsx'
import { EmptyState } from '../../kit/QueryState.tsx'
import { Card, Page } from '../../kit/Page.tsx'
import { Segments } from '../../kit/Segments.tsx'
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
    <nav className={`${styles.tabs} flex scroll-x line-bottom no-bars gap-22`} aria-label={text('loads.title')}>
      {loads.map(({ word }) => (
        <Press
          className="ink-2 nowrap pointer medium no-padding no-ground"
          key={word}
          aria-current={word === now.word ? 'page' : undefined}
          onClick={() => go(word)}
        >
          {text(`loads.${word}`)}
        </Press>
      ))}
    </nav>
  )
}

/** File loads of network, orders, accesses and technicians. */
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
        <EmptyState title={text('problem.PRIVILEGE_DENIED')} />
      </Page>
    )
  const kind: LoadKind = now.kinds.find((one) => one === de) ?? now.kinds[0]
  return (
    <Page title={text('loads.title')} lead={text('loads.lead')}>
      <Tabs loads={loads} now={now} go={(word) => go({ carga: word })} />
      {now.kinds.length > 1 && (
        <div className={`${styles.kinds} scroll-x`}>
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
          <p className="ink-2">{text(`loads.${now.word}.text`)}</p>
          <ColumnHelp kind={kind} />
        </Card>
      </div>
    </Page>
  )
}
