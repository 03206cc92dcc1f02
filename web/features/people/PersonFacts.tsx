import { accountStatus } from '@hilo/domain/status.ts'
import { Link } from '@tanstack/react-router'
import { session } from '../../api/session.ts'
import { Facts, type Fact } from '../../lists/panel/Facts.tsx'
import { choiceText } from '../../lists/text.ts'
import { formatDate, formatDateTime, formatRelative } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { agoEvery } from '../../ui/Ago.tsx'
import { useNow } from '../../ui/use-now.ts'
import { text } from '../../ui/text.ts'
import { mayAskRoles } from './choices.ts'
import { phoneText } from '@hilo/domain/phone.ts'
import { lapsed, type Person, type Technical } from './person.ts'
import { ZoneName } from './ZonesField.tsx'

export function Mail({ address }: { address: string | null }) {
  return address && <a href={`mailto:${address}`}>{address}</a>
}

export function Phone({ phone }: { phone: string | null }) {
  return phone && <a href={`tel:${phone}`}>{phoneText(phone)}</a>
}

export function RoleLink({ role }: { role: { id: number; name: string } }) {
  if (!mayAskRoles()) return role.name
  return (
    <Link to="/vno/roles/$id" params={{ id: String(role.id) }}>
      {role.name}
    </Link>
  )
}

/** Expiry of the safety course, highlighted once passed. */
function Course({ day }: { day: string }) {
  if (!lapsed(day)) return formatDate(`${day}T12:00:00`)
  return (
    <span className="inline-flex gap-6 middle ink-danger semibold">
      <Shape kind="diamond" tone="danger" size={10} />
      {text('people.prl.lapsed', { day: formatDate(`${day}T12:00:00`) })}
    </span>
  )
}

export function TechnicalFacts({ person }: { person: Technical }) {
  return (
    <Facts
      facts={[
        {
          name: 'column.technicals.contractor.name',
          value: person.contractor ? (
            <Link to="/vno/contratas/$id" params={{ id: String(person.contractor.id) }}>
              {person.contractor.name}
            </Link>
          ) : (
            text('people.contractor.none')
          ),
        },
        {
          name: 'people.fact.code',
          value: person.employee_code && <span className="code">{person.employee_code}</span>,
        },
        {
          name: 'people.fact.prl',
          value: person.prl_valid_until ? <Course day={person.prl_valid_until} /> : text('people.prl.none'),
        },
        {
          name: 'column.technicals.skills',
          value: person.skills.map((skill) => choiceText('skill', skill)).join(', '),
        },
        {
          name: 'column.technicals.zones',
          value: person.zones.length > 0 && (
            <ul className="grid gap-2">
              {person.zones.map((zone) => (
                <li key={zone}>
                  <ZoneName code={zone} />
                </li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  )
}

/** Why the account cannot be used. */
export function StatusNote({ person }: { person: Person }) {
  const now = useNow(agoEvery)
  const { status, invitation, suspended_at: since, suspended_reason: reason } = person
  const { created, waiting_approval, suspended } = accountStatus.is
  if (status === suspended)
    return (
      <p className="hl-alert">
        <Shape kind="diamond" />
        <b>{text('people.suspended.since', { day: since ? formatDateTime(since) : '' })}</b>
        {reason && <span className="column-2">{reason}</span>}
      </p>
    )
  if (status === waiting_approval) return <p className="small ink-2">{text('people.waiting.text')}</p>
  if (status !== created) return null
  if (!invitation) return <p className="small ink-2">{text('people.invitation.none')}</p>
  return (
    <p className="small ink-2">
      {text('people.invitation.open', {
        count: invitation.sent_count,
        ends: formatRelative(invitation.expires_at, now),
      })}
      {session.can('invitations_view') && (
        <>
          {' '}
          <Link to="/vno/invitaciones" search={{ vista: 'todas', abierto: String(invitation.id) }}>
            {text('people.invitation.see')}
          </Link>
        </>
      )}
    </p>
  )
}

/** Common facts; `more` follows the role. */
export function PersonFacts({ person, more = [] }: { person: Person; more?: readonly Fact[] }) {
  return (
    <Facts
      facts={[
        { name: 'people.fact.email', value: <Mail address={person.email} /> },
        { name: 'column.admins.phone', value: <Phone phone={person.phone} /> },
        { name: 'column.admins.tax_id', value: person.tax_id && <span className="code">{person.tax_id}</span> },
        { name: 'column.admins.role.name', value: <RoleLink role={person.role} /> },
        'vno' in person && { name: 'column.admins.vno.name', value: person.vno.name },
        ...more,
        {
          name: 'column.admins.last_login_at',
          value: person.last_login_at ? formatDateTime(person.last_login_at) : text('people.never'),
        },
        { name: 'column.admins.created_at', value: formatDate(person.created_at) },
      ]}
    />
  )
}
