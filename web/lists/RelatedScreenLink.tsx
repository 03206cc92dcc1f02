import { useRouterState } from '@tanstack/react-router'
import { LinkButton } from '../kit/LinkButton.tsx'
import { text } from '../ui/text.ts'
import type { RelatedScreen } from './define.ts'

/** Link to another screen of the same rows, with the current filters. */
export function RelatedScreenLink({ label, route, className }: RelatedScreen & { className?: string }) {
  const address = useRouterState({ select: ({ location }) => location.searchStr })
  return (
    <LinkButton className={className} to={route} search={Object.fromEntries(new URLSearchParams(address))}>
      {text(label)}
    </LinkButton>
  )
}
