import { useNavigate } from '@tanstack/react-router'
import { text } from '../../ui/text.ts'
import { BoxPicker } from './BoxPicker.tsx'
import css from './phone.module.css'

/** The boxes around, each the beginning of a work. */
export function BoxesScreen() {
  const navigate = useNavigate()
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <h1>{text('tech.boxes')}</h1>
        <p className={css.sub}>{text('tech.boxes.text')}</p>
      </header>
      <div className={css.middle}>
        <BoxPicker choose={({ id }) => void navigate({ to: `/tecnico/nueva?cto=${id}` })} />
      </div>
    </div>
  )
}
