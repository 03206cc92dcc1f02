import { changesPort } from '@hilo/domain/hair-change.ts'
import type { FieldStep } from '@hilo/domain/status.ts'
import IconChevronRight from '@iconify-json/tabler/chevron-right'
import { Link } from '@tanstack/react-router'
import { text } from '../../../ui/text.ts'
import { hairPath } from '../paths.ts'
import css from '../phone.module.css'
import { StateSign } from '../StateSign.tsx'
import { isMoot, isWaiting, useHair } from './use-hair.ts'
import { stepOf, type Work } from '../work.ts'

const about: readonly FieldStep[] = ['port_available', 'power', 'drop_enrollment']

/** State of the port change request, shown in the steps about the port. */
export function HairNote({ work, step }: { work: Work; step: FieldStep }) {
  return about.includes(step) && changesPort(work.work_kind) ? <Note work={work} /> : null
}

function Note({ work }: { work: Work }) {
  const { latest, sending, refused } = useHair(work)
  const word = () => {
    if (sending) return 'pending'
    if (refused) return 'answered'
    if (latest === null || isMoot(latest)) return null
    if (isWaiting(latest)) return 'waiting'
    // A granted change is complete once the power of the new port is measured.
    const over = latest.decision === 'concedido' && stepOf(work, 'power').status !== 'iddle' && work.power_dbm !== null
    return over ? null : 'answered'
  }
  const found = word()
  if (found === null) return null
  return (
    <Link
      className={css.card}
      data-tone={found === 'answered' ? 'warning' : 'wait'}
      to={hairPath(work)}
      style={{ marginBottom: 12 }}
    >
      <span className={css.heading}>
        <StateSign level="aviso" size={24} />
        {text(`tech.hair.note.${found}`)}
        <IconChevronRight size={22} stroke={2} aria-hidden />
      </span>
    </Link>
  )
}
