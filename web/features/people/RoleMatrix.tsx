import { useMemo, useState } from 'react'
import { looseName } from '@hilo/domain/text.ts'
import { useCall } from '../../api/query.ts'
import { privilegesOf, session } from '../../api/session.ts'
import { usePhone } from '../../lists/use-phone.ts'
import { signal, useSignal, type Signal } from '../../lists/signal.ts'
import { text } from '../../ui/text.ts'
import { Matrix } from './Matrix.tsx'
import { barsOf, grantsOf, sections, type Grant, type Grants, type MatrixRow } from './matrix.ts'
import { cellSentences, grantText, rowText } from './role-words.ts'
import { ordered, type Role } from './role-values.ts'
import type { RoleForm } from './use-role-form.ts'
import styles from './people.module.css'

interface Compared {
  id: number
  name: string
  grants: Grants
}

/** Roles to compare with. */
function useOthers(role: Role): Role[] {
  const { data } = useCall('admin_vno/roles/get', { filter: { scope: role.scope }, limit: 200 })
  return useMemo(() => data?.records.filter(({ id }) => id !== role.id) ?? [], [data, role.id])
}

interface HintProps {
  hinted: Signal<Grant | null>
  granted: Grants
  saved: Grants
  bar: ReturnType<typeof barsOf>
  other: Compared | null
}

/** Meaning of the hinted cell, and the reason of its state. */
function Hint({ hinted, granted, saved, bar, other }: HintProps) {
  const grant = useSignal(hinted)
  const phone = usePhone()
  return (
    <p className={`line-top surface lines-xs ink-2 ${styles.hint}`} role="status">
      {grant === null ? (
        text(phone ? 'roles.hint.phone' : 'roles.hint')
      ) : (
        <>
          <b className="ink-1">{grantText(grant)}</b>{' '}
          {cellSentences({ grant, bar: bar(grant), granted: granted.has(grant), saved: saved.has(grant), other }).join(
            ' ',
          )}
        </>
      )}
    </p>
  )
}

interface Narrowing {
  find: string
  onlyDifferent: boolean
  differs: (row: MatrixRow) => boolean
}

function narrowed({ find, onlyDifferent, differs }: Narrowing) {
  const words = looseName(find.trim())
  const fits = (row: MatrixRow) => {
    const name = row.part === null ? rowText(row) : `${text(`privilege.area.${row.area}`)} ${rowText(row)}`
    return (words === '' || looseName(name).includes(words)) && (!onlyDifferent || differs(row))
  }
  return sections.map(({ key, rows }) => ({ key, rows: rows.filter(fits) })).filter(({ rows }) => rows.length > 0)
}

/** Filter and comparison of the table. */
interface Look {
  find: string
  otherId: string
  only: boolean
}
interface BarProps {
  look: Look
  change: (part: Partial<Look>) => void
  others: readonly Role[]
}

function Bar({ look, change, others }: BarProps) {
  return (
    <div className={`flex gap-8 gap-x-12 wrap middle ${styles.matrixBar}`}>
      <h2 className="grow">{text('roles.matrix')}</h2>
      <input
        type="search"
        className="hl-input"
        value={look.find}
        placeholder={text('roles.find')}
        aria-label={text('roles.find')}
        onChange={({ target }) => change({ find: target.value })}
      />
      <label className="inline-flex gap-6 middle small ink-2 phone-min-h-48">
        {text('roles.compare')}
        <select className="hl-input" value={look.otherId} onChange={({ target }) => change({ otherId: target.value })}>
          <option value="">{text('roles.compare.nobody')}</option>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className="inline-flex gap-6 middle small ink-2 phone-min-h-48">
        <input type="checkbox" checked={look.only} onChange={({ target }) => change({ only: target.checked })} />
        {text('roles.onlyDifferent')}
      </label>
    </div>
  )
}

/** Table of a role's privileges, with filter and comparison. */
export function RoleMatrix({ role, form, readOnly }: { role: Role; form: RoleForm; readOnly: boolean }) {
  const { values, initial, set } = form
  const [look, setLook] = useState<Look>({ find: '', otherId: '', only: false })
  const { find, otherId, only } = look
  const [hinted] = useState(() => signal<Grant | null>(null))
  const others = useOthers(role)
  const granted = useMemo(() => new Set(values.granted), [values.granted])
  const saved = useMemo(() => new Set(initial.granted), [initial.granted])
  const bar = useMemo(() => {
    const held = grantsOf(privilegesOf(session.get().info))
    return barsOf({ scope: role.scope, held, saved, used: __HILO_PRIVILEGES__ })
  }, [role.scope, saved])
  const chosen = others.find(({ id }) => String(id) === otherId)
  const other = useMemo<Compared | null>(
    () => (chosen ? { id: chosen.id, name: chosen.name, grants: grantsOf(chosen.privileges) } : null),
    [chosen],
  )
  const differs = (row: MatrixRow) =>
    Object.values(row.cells).some(
      (cell) => granted.has(cell) !== saved.has(cell) || (other && granted.has(cell) !== other.grants.has(cell)),
    )
  const looking = find.trim() !== '' || only
  const rows = narrowed({ find, onlyDifferent: only, differs })
  return (
    <section className="edge shrink surface" aria-label={text('roles.matrix')}>
      <Bar look={look} change={(part) => setLook({ ...look, ...part })} others={others} />
      {rows.length === 0 ? (
        <p className={`line-top text-center ink-2 ${styles.nothing}`} role="status">
          {text(only ? 'roles.noDifference' : 'roles.notFound')}
        </p>
      ) : (
        <Matrix
          sections={rows}
          granted={granted}
          saved={saved}
          bar={bar}
          other={other?.grants ?? null}
          readOnly={readOnly}
          open={(row) => looking || allParts(row).some(differs)}
          onChange={(next) => set({ granted: ordered(next) })}
          hinted={hinted}
        />
      )}
      <Hint hinted={hinted} granted={granted} saved={saved} bar={bar} other={other} />
    </section>
  )
}

const allParts = ({ area }: MatrixRow) =>
  sections.flatMap(({ rows }) => rows.filter((row) => row.area === area && row.part !== null))
