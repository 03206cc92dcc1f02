import { useState, type KeyboardEvent } from 'react'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { Press } from '../../kit/Button.tsx'
import { Icon } from '../../lists/icons.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { text } from '../../ui/text.ts'
import styles from './people.module.css'

/** Municipality of a code, if the network has a box there. */
export function ZoneName({ code }: { code: string }) {
  const asked = { filter: { ine_code: code }, limit: 1 }
  const { data } = useCall('admin_vno/ctos/get', asked, { enabled: session.can('cto_view') })
  const name = data?.records[0]?.address.municipality
  return (
    <>
      {name && `${name} `}
      <span className={name ? 'code hl-faint' : 'code'}>{code}</span>
    </>
  )
}

interface ZonesFieldProps {
  value: readonly string[]
  wrong?: string | undefined
  onChange: (zones: readonly string[]) => void
}

/** Municipalities of a technician: added by code, removed one by one. */
export function ZonesField({ value, wrong, onChange }: ZonesFieldProps) {
  const [typed, setTyped] = useState('')
  const [amiss, setAmiss] = useState<string | undefined>()
  const add = () => {
    const codes = typed.split(/[\s,;]+/).filter(Boolean)
    if (codes.length === 0) return
    if (codes.some((code) => !/^\d{5}$/.test(code))) return setAmiss(text('people.zones.wrong'))
    onChange([...new Set([...value, ...codes])])
    setTyped('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || typed.trim() === '') return
    event.preventDefault()
    add()
  }
  return (
    <Field
      label={text('column.technicals.zones')}
      hint={text('people.zones.hint')}
      wrong={amiss ?? wrong}
      optional
      wide
    >
      {(control) => (
        <div className={`flex gap-6 wrap ${styles.chips}`}>
          {value.map((code) => (
            <span key={code} className={`inline-flex gap-4 middle round small ${styles.chip} line-strong`}>
              <ZoneName code={code} />
              <Press
                className="grid centered tall ink-2 no-padding"
                aria-label={text('people.zones.remove', { code })}
                onClick={() => onChange(value.filter((one) => one !== code))}
              >
                <Icon name="close" size={14} />
              </Press>
            </span>
          ))}
          <input
            {...control}
            className="hl-input"
            inputMode="numeric"
            autoComplete="off"
            placeholder="28079"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              setAmiss(undefined)
            }}
            onBlur={add}
            onKeyDown={onKeyDown}
          />
        </div>
      )}
    </Field>
  )
}
