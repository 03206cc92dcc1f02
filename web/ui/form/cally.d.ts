import type { CalendarDateProps } from 'cally'
import type { HTMLAttributes, RefAttributes } from 'react'

interface CalendarDate extends HTMLElement {
  /** ISO day, '' for none. */
  value: string
}

declare module 'react' {
  namespace JSX {
    /** Web components of Cally. */
    interface IntrinsicElements {
      'calendar-date': Omit<HTMLAttributes<HTMLElement>, 'onChange'> &
        RefAttributes<HTMLElement> &
        Omit<CalendarDateProps, 'onChange'> & { onchange: (event: { currentTarget: CalendarDate }) => void }
      'calendar-month': HTMLAttributes<HTMLElement>
      'calendar-select-month': HTMLAttributes<HTMLElement>
      'calendar-select-year': HTMLAttributes<HTMLElement>
    }
  }
}
