import { portState, type WorkKind } from '@hilo/domain/status.ts'
import IconChevronDown from '@iconify-json/tabler/chevron-down'
import { useState } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { midSentenceText, text } from '../../../ui/text.ts'
import type { Box } from '../box/BoxPicker.tsx'
import { Choice } from '../step/Fields.tsx'
import { usePortsOf } from '../use-work.ts'
import today from './today.module.css'
import type { Wanted } from './use-create.ts'

interface KnownPort {
  state: number
  access: object | null
}

const { disponible, asignado, ocupado, cesado } = portState.is
/** States in which the own operator may work at a port. */
const usable: readonly number[] = [disponible, asignado, ocupado, cesado]

const offers: Readonly<Record<WorkKind, readonly number[]>> = {
  alta: [disponible],
  baja: [ocupado, cesado],
  averia: [ocupado],
  cambio_pelo: [ocupado],
  mantenimiento: usable,
}

const isUsable = ({ state }: Pick<KnownPort, 'state'>): boolean => usable.includes(state)

/** True if the port fits the kind of work; before the kind is chosen, every usable port does. */
const isOffered = ({ state }: Pick<KnownPort, 'state'>, kind: WorkKind | undefined): boolean =>
  (kind === undefined ? usable : offers[kind]).includes(state)

/** True if the server refuses the port: another customer's port cannot become that of an installation. */
const isTakenFor = ({ state, access }: KnownPort, kind: WorkKind | undefined): boolean =>
  kind === 'alta' && state === ocupado && access !== null

interface PortChoiceProps {
  box: Box
  kind: WorkKind | undefined
  port: Wanted['port']
  choose: (port: Wanted['port']) => void
}

/**
 * Ports that fit the work; the port can also be decided later. The others are behind a button, each with what speaks
 * against it.
 */
export function PortChoice({ box, kind, port, choose }: PortChoiceProps) {
  const ports = usePortsOf(box.id)
    .filter(isUsable)
    .sort((a, b) => a.number - b.number)
  const [open, setOpen] = useState(false)
  const offered = ports.filter((one) => isOffered(one, kind) || (one.id === port?.id && !isTakenFor(one, kind)))
  const others = ports.filter((one) => !offered.includes(one))
  if (ports.length === 0) return null
  const pick = (id: number) => choose(ports.find((one) => one.id === id) ?? null)
  const options = [
    { value: 0, label: text('tech.new.port.later') },
    ...offered.map(({ id, number }) => ({ value: id, label: String(number) })),
  ]
  return (
    <>
      <Choice name="port" label={text('tech.new.port')} options={options} value={port?.id ?? 0} choose={pick} />
      {others.length > 0 && (
        <Button
          size="glove"
          shape="wide"
          className={today.near}
          aria-expanded={open}
          onClick={() => setOpen((before) => !before)}
        >
          {text('tech.new.port.other')}
          <IconChevronDown size={24} stroke={2} aria-hidden />
        </Button>
      )}
      {open && others.length > 0 && (
        <Choice
          name="other_port"
          label={text('tech.new.port.other')}
          columns={1}
          options={others.map((one) => ({ value: one.id, label: reasonOf(one), disabled: isTakenFor(one, kind) }))}
          value={port?.id}
          choose={pick}
        />
      )}
    </>
  )
}

/** "5: ocupado, AC-000000001" */
function reasonOf({ number, state, access }: ReturnType<typeof usePortsOf>[number]): string {
  const word = midSentenceText(portState.of(state)?.label ?? '')
  return text('tech.new.port.reason', { number, why: [word, access?.code].filter(Boolean).join(', ') })
}
