import type { Access } from '@hilo/contract/accesses/accesses.ts'
import { inService } from '@hilo/domain/access.ts'
import { session } from '../../api/session.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import type { PanelParts, PanelProps } from '../../lists/define.ts'
import { ChoiceDot } from '../../ui/shapes/ChoiceDot.tsx'
import { text } from '../../ui/text.ts'
import { alarmOf } from './access-facts.ts'
import { AccessFacts, AccessOnt } from './AccessFacts.tsx'

function Body({ record: access }: PanelProps<Access>) {
  const alarm = alarmOf(access)
  return (
    <>
      <div className="hl-line">
        <ChoiceDot of="access_state" word={access.state} />
      </div>
      {alarm && <p className="hl-danger">{alarm.text}</p>}
      <AccessFacts access={access} />
      <hr className="hl-rule" />
      <h3>{text('access.ont')}</h3>
      <AccessOnt access={access} />
    </>
  )
}

function Foot({ record: access }: PanelProps<Access>) {
  return (
    <>
      <LinkButton kind="main" to="/vno/accesos/$id" params={{ id: String(access.id) }}>
        {text('access.open')}
      </LinkButton>
      {inService(access.state) && session.can('accessDiagnose_view') && (
        <LinkButton to="/vno/diagnostico" search={{ acceso: access.code }}>
          {text('diagnosis.act')}
        </LinkButton>
      )}
    </>
  )
}

export const accessPanel: PanelParts<Access> = { Body, Foot }
