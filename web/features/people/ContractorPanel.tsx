import { lazy, Suspense, useState } from 'react'
import { session } from '../../api/session.ts'
import { Button } from '../../kit/Button.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { Facts } from '../../lists/panel/Facts.tsx'
import type { PanelParts, PanelProps } from '../../lists/define.ts'
import { formatDate } from '../../ui/format.ts'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import type { Contractor } from './ContractorForm.tsx'
import { Figures } from './Figures.tsx'

const EditContractor = lazy(() => import('./ContractorForm.tsx').then((part) => ({ default: part.EditContractor })))

export function ContractorFacts({ contractor }: { contractor: Contractor }) {
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

export function EditButton({ contractor, refresh }: { contractor: Contractor; refresh: () => Promise<void> }) {
  const [editing, setEditing] = useState(false)
  if (!session.can('technician_edit')) return null
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setEditing(true)}>
        {text('people.edit')}
      </Button>
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
      <LinkButton kind="main" to="/vno/contratas/$id" params={{ id: String(contractor.id) }}>
        {text('people.open')}
      </LinkButton>
      <EditButton contractor={contractor} refresh={refresh} />
    </>
  )
}
export const contractorPanel: PanelParts<Contractor> = { Body, Foot }
