import IconBox from '@iconify-json/tabler/box'
import IconDots from '@iconify-json/tabler/dots'
import IconHome from '@iconify-json/tabler/home'
import IconTopologyStar from '@iconify-json/tabler/topology-star'
import IconUpload from '@iconify-json/tabler/upload'
import { Link } from '@tanstack/react-router'
import { Press } from '../../kit/Button.tsx'
import { pending, refused } from '../../offline/operation.ts'
import { useOutbox } from '../../offline/use-outbox.ts'
import { text } from '../../ui/text.ts'
import css from './bar.module.css'

const entries = [
  { to: '/tecnico', label: 'tech.bar.today', Icon: IconHome },
  { to: '/tecnico/cto', label: 'tech.bar.boxes', Icon: IconBox },
  { to: '/tecnico/vecinos', label: 'tech.bar.neighbours', Icon: IconTopologyStar },
  { to: '/tecnico/pendientes', label: 'tech.bar.pending', Icon: IconUpload },
] as const

/** Bottom navigation bar of the technician. */
export function TechnicianBar({ more }: { more: () => void }) {
  const operations = useOutbox()
  const count = pending(operations).length
  const hands = refused(operations).length > 0
  return (
    <nav className={css.bar} aria-label={text('menu.phone')}>
      {entries.map(({ to, label, Icon }) => (
        <Link key={to} to={to} activeOptions={{ exact: true }} className={css.item}>
          <Icon size={26} stroke={1.8} aria-hidden />
          {text(label)}
          {to === '/tecnico/pendientes' && count > 0 && (
            <span className={css.count} data-hands={hands || undefined}>
              <span className="hidden-visually">{text('tech.bar.waiting')} </span>
              {count}
            </span>
          )}
        </Link>
      ))}
      <Press className={css.item} aria-haspopup="dialog" onClick={more}>
        <IconDots size={26} stroke={2} aria-hidden />
        {text('menu.more')}
      </Press>
    </nav>
  )
}
