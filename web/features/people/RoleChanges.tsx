import { actions } from '@hilo/domain/privilege.ts'
import { roleEditing } from '@hilo/domain/role.ts'
import { useMemo } from 'react'
import { session } from '../../api/session.ts'
import { Card } from '../../ui/Page.tsx'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import { allRows, difference, type Difference, type Grant } from './matrix.ts'
import { goToCell } from './matrix-keys.ts'
import { grantText } from './role-words.ts'
import type { Role } from './role-values.ts'
import type { RoleForm } from './use-role-form.ts'
import styles from './people.module.css'

const shown = 12

/** What is not saved yet of the grants. */
export function useChanges({ values, initial }: RoleForm): Difference {
  return useMemo(() => difference(new Set(initial.granted), new Set(values.granted)), [initial.granted, values.granted])
}

const editingOf = (role: Role): Grant | undefined => {
  const row = allRows.find(({ id }) => `${id}_edit` === roleEditing[role.scope])
  return row?.cells[actions[1]]
}

/** What one should know before this is saved. */
export function warningsOf(role: Role, form: RoleForm, { removed }: Difference): string[] {
  const { info } = session.get()
  const own = (info.vno_admin_account ?? info.admin_account)?.role?.id === role.id
  const editing = editingOf(role)
  const off = form.initial.enabled && !form.values.enabled
  return [
    own && text('roles.warn.own'),
    off && text('roles.warn.off', { count: role.members_count }),
    ((editing !== undefined && removed.includes(editing)) || (off && own)) && text('roles.warn.last'),
  ].filter((warning) => warning !== false)
}

function List({ grants, sign }: { grants: readonly Grant[]; sign: '+' | '−' }) {
  return grants.slice(0, shown).map((grant) => (
    <li key={grant}>
      <b aria-hidden>{sign}</b>
      <span className="hidden-visually">{text(sign === '+' ? 'roles.cell.added' : 'roles.cell.removed')} </span>
      <a
        href={`#${grant}`}
        onClick={(event) => {
          event.preventDefault()
          goToCell(grant)
        }}
      >
        {grantText(grant)}
      </a>
    </li>
  ))
}

/** What would change if it were saved now, and what that means. */
export function RoleChanges({ role, form, newer }: { role: Role; form: RoleForm; newer: boolean }) {
  const changes = useChanges(form)
  const { added, removed } = changes
  const more = Math.max(0, added.length - shown) + Math.max(0, removed.length - shown)
  if (!form.dirty) return null
  return (
    <Card title={text('roles.changes')}>
      {[...(newer ? [text('roles.warn.newer')] : []), ...warningsOf(role, form, changes)].map((warning) => (
        <p key={warning} className={styles.warning}>
          <Shape kind="triangle" tone="warning" size={11} />
          {warning}
        </p>
      ))}
      {added.length + removed.length === 0 ? (
        <p className={styles.note}>{text('roles.changes.facts')}</p>
      ) : (
        <ul className={styles.changes}>
          <List grants={added} sign="+" />
          <List grants={removed} sign="−" />
          {more > 0 && <li>{text('roles.changes.more', { count: more })}</li>}
        </ul>
      )}
    </Card>
  )
}
