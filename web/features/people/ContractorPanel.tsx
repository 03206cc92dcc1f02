import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { session } from '../../api/session.ts'
import { RecordPage } from '../../lists/panel/RecordPage.tsx'
import { Facts } from '../../lists/panel/Facts.tsx'
import type { PanelParts, PanelProps } from '../../lists/define.ts'
import { ListScreen } from '../../lists/ListScreen.tsx'
import { formatDate } from '../../ui/format.ts'
import { Segments } from '../../ui/Segments.tsx'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import type { Contractor } from './ContractorForm.tsx'
import { contractorWorkList } from './events.list.ts'
import { Figures } from './Figures.tsx'
import { staffList } from './staff.list.ts'
import styles from './people.module.css'

const EditContractor = lazy(() => import('./ContractorForm.tsx').then((part) => ({ default: part.EditContractor })))

function ContractorFacts({ contractor }: { contractor: Contractor }) {
  return (
    <Facts
      facts={[
        { name: 'column.contractors.cif', value: contractor.cif && <span className="code">{contractor.cif}</span> },
        { name: 'column.contractors.vno.name', value: contractor.vno.name },
        { name: 'column.contractors.technicians_count', value: contractor.technicians_count },
        { name: 'column.contractors.created_at', value: formatDate(contractor.created_at) },
      ]}
    />
  )
}

function EditButton({ contractor, refresh }: { contractor: Contractor; refresh: () => void }) {
  const [editing, setEditing] = useState(false)
  if (!session.can('technician_edit')) return null
  return (
    <>
      <button type="button" className="hl-button" aria-haspopup="dialog" onClick={() => setEditing(true)}>
        {text('people.edit')}
      </button>
      {editing && (
        <Suspense>
          <EditContractor contractor={contractor} close={() => setEditing(false)} done={refresh} />
        </Suspense>
      )}
    </>
  )
}

function Body({ record: contractor }: PanelProps<Contractor>) {
  return (
    <>
      <div className="hl-line">
        <StateBadge enumeration="enabled" value={contractor.status} />
        {text('contractors.technicians', { count: contractor.technicians_count })}
      </div>
      <Figures contractor_id={contractor.id} />
      <ContractorFacts contractor={contractor} />
    </>
  )
}

function Foot({ record: contractor, refresh }: PanelProps<Contractor>) {
  return (
    <>
      <Link className="hl-button hl-main-button" to="/vno/contratas/$id" params={{ id: String(contractor.id) }}>
        {text('people.open')}
      </Link>
      <EditButton contractor={contractor} refresh={refresh} />
    </>
  )
}
export const contractorPanel: PanelParts<Contractor> = { Body, Foot }

/** Its people or its interventions, one of the two at a time. */
function Lists({ contractor: { id } }: { contractor: Contractor }) {
  const [shown, setShown] = useState<'people' | 'events'>('people')
  const people = useMemo(() => ({ contractor_id: id }), [id])
  const events = useMemo(() => ({ type: 1, contractor_id: id }), [id])
  const options = (['people', 'events'] as const).map((value) => ({ value, text: text(`contractors.list.${value}`) }))
  return (
    <section className={`hl-card-list hl-card ${styles.list}`} aria-label={text('contractors.lists')}>
      <div className={styles.listBar}>
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

/** One contractor: how its work goes, its people and their interventions. */
export function ContractorScreen() {
  return (
    <RecordPage path="admin_vno/contractors/get">
      {(contractor, { refresh }) => (
        <>
          <header className="hl-page-head">
            <h1>{contractor.name}</h1>
            <StateBadge enumeration="enabled" value={contractor.status} />
            <div className={styles.acts}>
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
