import { Button } from '../../kit/Button.tsx'
import { useNow } from '../../ui/use-now.ts'
import { agoEvery } from '../../ui/Ago.tsx'
import { formatAgo } from '../../ui/format.ts'
import { Icon } from '../../lists/icons.tsx'
import { RecordPage } from '../../lists/panel/RecordPage.tsx'
import { choiceText } from '../../lists/text.ts'
import { ConflictDialog } from '../../ui/form/ConflictDialog.tsx'
import { SwitchField, TextField } from '../../ui/form/fields.tsx'
import { FormProblem, DraftRestoredNote } from '../../ui/form/FormDialog.tsx'
import { UnsavedGuard } from '../../ui/form/UnsavedGuard.tsx'
import { Card } from '../../kit/Page.tsx'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import { RoleActs } from './RoleActs.tsx'
import { RoleChanges, useChanges } from './RoleChanges.tsx'
import { RoleMatrix } from './RoleMatrix.tsx'
import { RoleMembers } from './RoleMembers.tsx'
import { mayRole } from './role-rights.ts'
import { membersText } from './role-words.ts'
import { fieldText, missingGrantsText, type Role } from './role-values.ts'
import { useRoleForm, type RoleForm } from './use-role-form.ts'
import styles from './people.module.css'

function Head({ role }: { role: Role }) {
  const now = useNow(agoEvery)
  return (
    <header className="hl-page-head">
      <h1>{role.name}</h1>
      <StateBadge enumeration="enabled" value={role.status} />
      <div className={`flex gap-8 wrap push ${styles.acts} phone-whole-line`}>
        <RoleActs role={role} />
      </div>
      <p className="hl-page-line">
        <span>
          <Icon name="people" />
          {membersText(role.members_count)}
        </span>
        <span>{choiceText('role_base', role.base)}</span>
        {role.vno && <span>{role.vno.name}</span>}
        {!role.system && <span>{text('roles.updated', { when: formatAgo(role.updated_at, now) })}</span>}
      </p>
      {role.system && <p className="whole-line ink-2">{text('roles.system.text')}</p>}
    </header>
  )
}

function RoleFacts({ form, readOnly }: { form: RoleForm; readOnly: boolean }) {
  return (
    <Card title={text('people.facts')}>
      <TextField form={form} name="name" label={fieldText('name')} disabled={readOnly} />
      <TextField
        form={form}
        name="description"
        label={fieldText('description')}
        rows={3}
        disabled={readOnly}
        optional
      />
      <SwitchField
        form={form}
        name="enabled"
        label={fieldText('enabled')}
        hint={text('roles.enabled.hint')}
        disabled={readOnly}
      />
    </Card>
  )
}

/** "+3 y −1 permisos." */
function sumText(added: number, removed: number): string {
  const parts = [added > 0 && `+${added}`, removed > 0 && `−${removed}`].filter(Boolean)
  return parts.length === 0
    ? text('roles.changes.facts')
    : text('roles.sum', { count: added + removed, what: parts.join(' y ') })
}

/** Sticky bar: unsaved changes, and how many members they affect; without any, that there is nothing to save. */
function SaveBar({ role, form }: { role: Role; form: RoleForm }) {
  const { added, removed } = useChanges(form)
  if (!form.dirty)
    return (
      <div className={`edge flex gap-8 wrap middle surface ${styles.saveBar}`}>
        <p className="ink-2">{text('roles.unchanged')}</p>
        <Button kind="main" aria-disabled>
          {text('people.save')}
        </Button>
      </div>
    )
  return (
    <div className={`edge flex gap-8 wrap middle surface ${styles.saveBar}`}>
      <p>
        <b>{sumText(added.length, removed.length)}</b>{' '}
        {role.members_count === 0 ? text('roles.nobody.yet') : text('roles.affects', { count: role.members_count })}
      </p>
      <FormProblem form={form} />
      <Button onClick={form.reset}>{text('form.reset')}</Button>
      <Button type="submit" kind="main" busy={form.sending}>
        {text('people.save')}
      </Button>
    </div>
  )
}

function RolePage({ asked, refresh }: { asked: Role; refresh: () => void }) {
  const { role, newer, form } = useRoleForm(asked, refresh)
  const readOnly = role.system || !mayRole(role, 'edit')
  return (
    <>
      <Head role={role} />
      <form className={`grid gap-12 ${styles.roleForm}`} onSubmit={form.submit} noValidate>
        <DraftRestoredNote form={form} />
        <div className="hl-columns">
          <RoleMatrix role={role} form={form} readOnly={readOnly} />
          <div className="hl-stack grid gap-12">
            <RoleChanges role={role} form={form} newer={newer} />
            <RoleFacts form={form} readOnly={readOnly} />
            <RoleMembers role={role} />
          </div>
        </div>
        {!readOnly && <SaveBar role={role} form={form} />}
        {form.conflict && (
          <ConflictDialog form={form} conflict={form.conflict} nameOf={fieldText} say={missingGrantsText} />
        )}
        <UnsavedGuard dirty={form.dirty} drop={form.reset} />
      </form>
    </>
  )
}

/** One role: privileges, members, and effects of a change. */
export function RoleScreen() {
  return (
    <RecordPage path="admin_vno/roles/get">
      {(role, { refresh }) => <RolePage key={role.id} asked={role} refresh={refresh} />}
    </RecordPage>
  )
}
