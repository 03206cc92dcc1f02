import { Link } from '@tanstack/react-router'
import { useCall } from '../../api/query.ts'
import { QueryState } from '../../kit/QueryState.tsx'
import { Card } from '../../kit/Page.tsx'
import { StateDot } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import { kinds, may, type Kind } from './person.ts'
import { membersText } from './role-words.ts'
import type { Role } from './role-values.ts'
import styles from './people.module.css'

const shown = 8

/** Kind of people that can have the role, from its base. */
export const kindOf = ({ base }: Role): Kind =>
  base === 'admin' ? 'neutral' : base === 'technician' ? 'technical' : 'admin'

/** API keys with the role count as members. */
function Keys({ role, count }: { role: Role; count: number }) {
  if (count <= 0) return null
  const search = { vista: 'vivas', role_id: `${role.id}~${role.name}` }
  return (
    <Link to="/vno/claves-api" search={search}>
      {text('roles.who.keys', { count })}
    </Link>
  )
}

/** Members of the role, whom a change affects. */
export function RoleMembers({ role }: { role: Role }) {
  const kind = kindOf(role)
  const { calls, list } = kinds[kind]
  const enabled = may(kind, 'view')
  const query = { filter: { role_id: role.id, status: [1, 2, 3, 4] }, limit: shown, count: true }
  const answer = useCall(`${calls}/get`, query, { enabled })
  const search = { vista: 'todos', role_id: `${role.id}~${role.name}` }
  return (
    <Card title={text('roles.who')} aside={<span className="hl-faint">{role.members_count}</span>}>
      {!enabled ? (
        <p className="small ink-2">{membersText(role.members_count)}</p>
      ) : (
        <QueryState answer={answer} height={80}>
          {({ records, total }) => (
            <>
              {records.length === 0 && <p className="small ink-2">{text('roles.who.none')}</p>}
              <ul className={`grid gap-6 small ${styles.who}`}>
                {records.map(({ id, name, status }) => (
                  <li className="flex gap-12 between" key={id}>
                    <Link to={`${list}/$id`} params={{ id: String(id) }}>
                      {name}
                    </Link>
                    <StateDot enumeration="account" value={status} />
                  </li>
                ))}
              </ul>
              {(total?.value ?? 0) > shown && (
                <Link to={list} search={search}>
                  {text('roles.who.all', { count: total?.value ?? 0 })}
                </Link>
              )}
              <Keys role={role} count={role.members_count - (total?.value ?? role.members_count)} />
            </>
          )}
        </QueryState>
      )}
    </Card>
  )
}
