import { useMemo, useState } from 'react'
import { session } from '../../api/session.ts'
import { RecordPage } from '../../lists/panel/RecordPage.tsx'
import { ListScreen } from '../../lists/ListScreen.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import type { Contractor } from './ContractorForm.tsx'
import { ContractorFacts, EditButton } from './ContractorPanel.tsx'
import { contractorWorkList } from './events.list.ts'
import { Figures } from './Figures.tsx'
import { staffList } from './staff.list.ts'
import styles from './people.module.css'

/** People or interventions, as tabs. */
function Lists({ contractor: { id } }: { contractor: Contractor }) {
  const [shown, setShown] = useState<'people' | 'events'>('people')
  const people = useMemo(() => ({ contractor_id: id }), [id])
  const events = useMemo(() => ({ type: 1, contractor_id: id }), [id])
  const options = (['people', 'events'] as const).map((value) => ({ value, text: text(`contractors.list.${value}`) }))
  return (
    <section className={`hl-card-list hl-card one-column ${styles.list}`} aria-label={text('contractors.lists')}>
      <div className={`flex gap-8 wrap middle between ${styles.listBar}`}>
        <h2>{text(`contractors.list.${shown}`)}</h2>
        {session.can('event_view') && (
          <Segments label={text('contractors.lists')} options={options} value={shown} onChange={setShown} />
        )}
      </div>
      {shown === 'people' ? (
        <ListScreen key="people" list={staffList} fixed={people} />
      ) : (
        <ListScreen key="events" list={contractorWorkList} fixed={events} />
      )}
    </section>
  )
}

/** One contractor: indicators, people and interventions. */
export function ContractorScreen() {
  return (
    <RecordPage path="admin_vno/contractors/get">
      {(contractor, { refresh }) => (
        <>
          <header className="hl-page-head">
            <h1>{contractor.name}</h1>
            <StateBadge enumeration="enabled" value={contractor.status} />
            <div className={`flex gap-8 wrap push ${styles.acts} phone-whole-line`}>
              <EditButton contractor={contractor} refresh={refresh} />
            </div>
          </header>
          <Figures contractor_id={contractor.id} />
          <div className="hl-columns">
            <Lists contractor={contractor} />
            <section className="hl-card" aria-label={text('people.facts')}>
              <h2>{text('people.facts')}</h2>
              <ContractorFacts contractor={contractor} />
            </section>
          </div>
        </>
      )}
    </RecordPage>
  )
}
