import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../api/query.ts'
import { text } from '../../ui/text.ts'
import { Card } from './Card.tsx'
import { EventRows } from './EventRows.tsx'
import { failedEvents } from './queries.ts'
import { formatTotal } from './total.ts'

/** Interventions that stopped on a failure. */
export function AttentionCard() {
  const answer = useQuery(failedEvents(), queryClient)
  return (
    <Card title={text('home.attention')} note={answer.data && formatTotal(answer.data.total)}>
      <EventRows answer={answer} empty="home.attention.none" />
    </Card>
  )
}
