import { roleEditing } from '@hilo/domain/role.ts'
import { useMemo } from 'react'
import { session } from '../../api/session.ts'
import { Card } from '../../kit/Page.tsx'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import { allRows, difference, type Difference, type Grant } from './matrix.ts'
import { goToCell } from './matrix-keys.ts'
import { grantText } from './role-words.ts'
import type { Role } from './role-values.ts'
import type { RoleForm } from './use-role-form.ts'
import styles from './people.module.css'

const shown = 12

/** Unsaved changes of privileges. */
export function useChanges({ values, initial }: RoleForm): Difference {
  return useMemo(() => difference(new Set(initial.granted), new Set(values.granted)), [initial.granted, values.granted])
}

const editingOf = (role: Role): Grant | undefined => {
  const row = allRows.find(({ id }) => `${id}_edit` === roleEditing[role.scope])
  return row?.cells['edit']
}

/** Warnings before saving. */
function warningsOf(role: Role, form: RoleForm, { removed }: Difference): string[] {
  const { info } = session.get()
  const isOwnRole = (info.vno_admin_account ?? info.admin_account)?.role?.id === role.id
  const editing = editingOf(role)
  const disabling = form.initial.enabled && !form.values.enabled
  return [
    isOwnRole && text('roles.warn.own'),
    disabling && text('roles.warn.off', { count: role.members_count }),
    ((editing !== undefined && removed.includes(editing)) || (disabling && isOwnRole)) && text('roles.warn.last'),
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

/** Unsaved changes and their consequences. */
export function RoleChanges({ role, form, newer }: { role: Role; form: RoleForm; newer: boolean }) {
  const changes = useChanges(form)
  const { added, removed } = changes
  const more = Math.max(0, added.length - shown) + Math.max(0, removed.length - shown)
  if (!form.dirty) return null
  return (
    <Card title={text('roles.changes')}>
      {[...(newer ? [text('roles.warn.newer')] : []), ...warningsOf(role, form, changes)].map((warning) => (
        <p key={warning} className={`note grid gap-8 lines-xs ${styles.warning}`} data-tone="warning">
          <Shape kind="triangle" tone="warning" size={11} />
          {warning}
        </p>
      ))}
      {added.length + removed.length === 0 ? (
        <p className="small ink-2">{text('roles.changes.facts')}</p>
      ) : (
        <ul className={`grid gap-4 small ${styles.changes}`}>
          <List grants={added} sign="+" />
          <List grants={removed} sign="−" />
          {more > 0 && <li>{text('roles.changes.more', { count: more })}</li>}
        </ul>
      )}
    </Card>
  )
}
