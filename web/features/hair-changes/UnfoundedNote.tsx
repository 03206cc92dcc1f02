import type { HairChange } from '@hilo/contract/hair-changes.ts'
import { Link } from '@tanstack/react-router'
import { useCall } from '../../api/query.ts'
import { text } from '../../ui/text.ts'

/** Number of recent requests that the rate is based on. */
const last = 200

/** How often the technician's reasons turned out to be unfounded on inspection. */
export function UnfoundedNote({ change: { technical, technical_id: id } }: { change: HairChange }) {
  const filter = { technical_id: id ?? 0 }
  const { data } = useCall('admin_vno/hair_changes/get', { filter, limit: last }, { enabled: id !== null })
  if (!data || technical === null || id === null) return null
  const looked = data.records.filter(({ unfounded }) => unfounded !== null)
  const wrong = looked.filter(({ unfounded }) => unfounded).length
  return (
    <p className="hl-hint">
      {looked.length === 0
        ? text('hair.unfounded.none', { name: technical.name })
        : text('hair.unfounded.count', { name: technical.name, wrong, count: looked.length })}{' '}
      <Link to="/vno/cambios-pelo" search={{ technical_id: `${id}~${technical.name}` }}>
        {text('hair.unfounded.all')}
      </Link>
    </p>
  )
}
