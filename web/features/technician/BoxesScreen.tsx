import { IconChevronRight, IconDeviceMobileCheck } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { usePack } from '../../offline/use-pack.ts'
import { text } from '../../ui/text.ts'
import { BoxPicker } from './BoxPicker.tsx'
import css from './phone.module.css'
import today from './today.module.css'

/** The boxes around, each with what there is to know of it, and those that the device has. */
export function BoxesScreen() {
  const navigate = useNavigate()
  const count = usePack().ctos.length
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <h1>{text('tech.boxes')}</h1>
        <p className={css.sub}>{text('tech.boxes.text')}</p>
      </header>
      <div className={css.middle}>
        <BoxPicker choose={({ id }) => void navigate({ to: `/tecnico/cto/${id}` })} />
      </div>
      <div className={css.foot} data-over>
        <Link className={`${css.second} ${css.wide} ${today.device}`} to="/tecnico/guardadas">
          <IconDeviceMobileCheck size={24} stroke={1.8} aria-hidden />
          <span className={today.body}>{text('tech.kept.link', { count })}</span>
          <IconChevronRight size={22} stroke={2} aria-hidden />
        </Link>
      </div>
    </div>
  )
}
