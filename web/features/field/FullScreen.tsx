import type { ReactNode } from 'react'
import { LockedDialog } from '../../kit/Dialog.tsx'
import css from './box/alarm.module.css'

/** `unsure`: neighbours are dark, and the evidence does not point at this work. */
type Kind = 'alarm' | 'cleared' | 'unsure'
const classes: Readonly<Record<Kind, string | undefined>> = {
  alarm: css.alarm,
  cleared: css.cleared,
  unsure: `${css.cleared} ${css.unsure}`,
}

function opened(dialog: HTMLElement): void {
  // Focus the main control: by default the scrollable drawing would take the focus.
  dialog.querySelector<HTMLElement>('[data-first]')?.focus()
  // If the box is taller than the screen, scroll to the harmed port.
  dialog.querySelector('[data-ring="harmed"]')?.scrollIntoView({ block: 'center' })
}

/** Modal above every screen, without a way to dismiss it: only a change of the alarm's state closes it. */
export function FullScreen({ kind, children }: { kind: Kind; children: ReactNode }) {
  return (
    <LockedDialog
      state={kind}
      opened={opened}
      // An alarm interrupts screen readers.
      role={kind === 'alarm' ? 'alertdialog' : undefined}
      aria-describedby={kind === 'alarm' ? 'hilo-alarm-do' : undefined}
      className={classes[kind]}
      aria-labelledby="hilo-alarm"
      data-kind={kind}
    >
      {children}
      <span className={`${css.version} fixed`}>{__HILO_VERSION__}</span>
    </LockedDialog>
  )
}
