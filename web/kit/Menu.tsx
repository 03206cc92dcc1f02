import type { KeyboardEvent, ReactNode } from 'react'
import { Press } from './Button.tsx'
import css from './popover.module.css'
import { Popover, type PopoverProps } from './Popover.tsx'

interface MenuProps extends Omit<PopoverProps, 'children' | 'role'> {
  items: readonly { name: string; icon?: ReactNode; act: () => void }[]
}

/** Which item gets the focus by a key, as the pattern of a menu wants it; null for any other key. */
function nextOf(key: string, at: number, count: number): number | null {
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

/** A button with a menu of acts. Arrows move in it; Escape, Tab and an act close it and return the focus. */
export function Menu({ items, ...button }: MenuProps) {
  const move = (event: KeyboardEvent<HTMLElement>, close: () => void) => {
    if (event.key === 'Tab') {
      event.preventDefault()
      return close()
    }
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')]
    const next = nextOf(
      event.key,
      all.findIndex((item) => item === document.activeElement),
      all.length,
    )
    if (next === null) return
    event.preventDefault()
    all[next]?.focus()
  }
  return (
    <Popover {...button} role="menu">
      {(close) => (
        <div className={css.menu} onKeyDown={(event) => move(event, close)}>
          {items.map(({ name, icon, act }) => (
            <Press
              key={name}
              role="menuitem"
              tabIndex={-1}
              className={css.item}
              onClick={() => {
                close()
                act()
              }}
            >
              {icon}
              {name}
            </Press>
          ))}
        </div>
      )}
    </Popover>
  )
}
