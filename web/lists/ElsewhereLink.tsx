import { Link, useRouterState } from '@tanstack/react-router'
import { text } from '../ui/text.ts'
import type { Elsewhere } from './define.ts'

/** To the same rows on another screen, with the filters as they are. */
export function ElsewhereLink({ label, route, className = 'hl-button' }: Elsewhere & { className?: string }) {
  const address = useRouterState({ select: ({ location }) => location.searchStr })
  return (
    <Link className={className} to={route} search={Object.fromEntries(new URLSearchParams(address))}>
      {text(label)}
    </Link>
  )
}
