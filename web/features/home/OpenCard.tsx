import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../api/query.ts'
import { text } from '../../ui/text.ts'
import { Card } from './Card.tsx'
import { EventRows } from './EventRows.tsx'
import { openEvents } from './queries.ts'
import { formatTotal } from './total.ts'

/** Interventions under way, the newest first. */
export function OpenCard() {
  const answer = useQuery(openEvents(), queryClient)
  return (
    <Card title={text('home.open')} note={answer.data && formatTotal(answer.data.total)}>
      <EventRows answer={answer} empty="home.open.none" />
    </Card>
  )
}
