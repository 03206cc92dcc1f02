import IconChevronRight from '@iconify-json/tabler/chevron-right'
import IconDeviceMobileCheck from '@iconify-json/tabler/device-mobile-check'
import { useNavigate } from '@tanstack/react-router'
import { LinkButton } from '../../../kit/LinkButton.tsx'
import { usePack } from '../../../offline/use-pack.ts'
import { text } from '../../../ui/text.ts'
import { BoxPicker } from './BoxPicker.tsx'
import css from '../phone.module.css'
import today from '../today/today.module.css'

/** Nearby boxes and boxes stored on the device. */
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
        <LinkButton size="glove" shape="wide" className={`${today.device} text-left`} to="/tecnico/guardadas">
          <IconDeviceMobileCheck size={24} stroke={1.8} aria-hidden />
          <span className="grow shrink">{text('tech.kept.link', { count })}</span>
          <IconChevronRight size={22} stroke={2} aria-hidden />
        </LinkButton>
      </div>
    </div>
  )
}
