import { Link } from '@tanstack/react-router'
import { useCall } from '../../api/query.ts'
import { choiceText } from '../../lists/text.ts'
import { Ago } from '../../ui/Ago.tsx'
import { QueryRows } from '../../ui/QueryRows.tsx'
import { recentQueries } from '../../ui/recent.ts'
import { text } from '../../ui/text.ts'
import { askedText } from './feasibility.ts'

/** The user's last inquiries. The device keeps their ids only: the addresses are customers' homes. */
export function RecentInquiries() {
  const ids = recentQueries('feasibility').map(({ code }) => Number(code))
  const query = { filter: { id: ids }, limit: ids.length || 1 }
  const answer = useCall('admin_vno/feasibility/get', query, { enabled: ids.length > 0 })
  return (
    <QueryRows
      title={text('tool.recent')}
      none={text('tool.recent.none')}
      rows={ids.length === 0 ? [] : answer.data?.records}
      keyOf={({ id }) => String(id)}
    >
      {(inquiry) => (
        <>
          <Link className="semibold accent" to="/vno/factibilidad" search={{ consulta: String(inquiry.id) }}>
            {askedText(inquiry)}
          </Link>
          <span className="ink-2">{choiceText('feasibility_result', inquiry.result)}</span>
          <Ago className="ink-2 push" at={inquiry.created_at} />
        </>
      )}
    </QueryRows>
  )
}
