import { useState, type KeyboardEvent } from 'react'
import { text } from '../text.ts'
import css from './port.module.css'
import type { Geometry, Place } from './geometry.ts'
import { portsByPosition, type FaceplatePort } from './port-look.ts'
import { portLabel, seesOperators } from './labels.ts'
import { portAfter } from './port-keys.ts'

interface PortOptionsProps {
  geometry: Geometry
  ports: readonly FaceplatePort[]
  label: string
  selectedPort: number | undefined
  onSelectPort: (port: number) => void
}

/** Transparent accessible layer over the drawing: one tab stop, arrow keys move between ports. */
export function PortOptions({ geometry: g, ports, label, selectedPort, onSelectPort }: PortOptionsProps) {
  const [active, setActive] = useState(selectedPort ?? 1)
  const operators = seesOperators(ports)
  const onKeyDown = (event: KeyboardEvent<SVGGElement>) => {
    const next = portAfter(event.key, active, g.places.length, g.columns)
    if (next !== undefined) {
      setActive(next)
      event.currentTarget.querySelector<SVGGElement>(`[data-port="${next}"]`)?.focus()
    } else if (event.key === 'Enter' || event.key === ' ') onSelectPort(active)
    else return
    event.preventDefault()
  }
  return (
    <g role="listbox" aria-label={label} aria-orientation="horizontal" onKeyDown={onKeyDown}>
      {portsByPosition(ports, g.places.length).map((port, index) => {
        const place = g.places[index]
        const number = index + 1
        return (
          place && (
            <rect
              key={number}
              className={`${css.option} pointer`}
              {...areaOf(g, place)}
              role="option"
              aria-label={portLabel(text, number, port, operators)}
              aria-selected={number === selectedPort}
              data-port={number}
              tabIndex={number === active ? 0 : -1}
              onFocus={() => setActive(number)}
              onClick={() => onSelectPort(number)}
            />
          )
        )
      })}
    </g>
  )
}

/** Touch area: the whole cell of the port, number and caption included. */
function areaOf(g: Geometry, { x, y }: Place) {
  const width = Math.min(g.pitch, g.portWidth + 14)
  const height = Math.min(g.rowPitch || 200, g.portHeight + (g.size === 'small' ? 38 : 50))
  return { x: x - width / 2, y: y - g.portHeight / 2 - (g.size === 'phone' ? 30 : 22), width, height, rx: 6 }
}
