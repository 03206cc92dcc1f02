import IconArrowRight from '@iconify-json/tabler/arrow-right'
import IconDeviceMobileCheck from '@iconify-json/tabler/device-mobile-check'
import IconDots from '@iconify-json/tabler/dots'
import { useEffect, useState } from 'react'
import { IconButton } from '../../../kit/Button.tsx'
import { LinkButton } from '../../../kit/LinkButton.tsx'
import { drafts } from '../../../offline/drafts.ts'
import { usePack } from '../../../offline/use-pack.ts'
import { text } from '../../../ui/text.ts'
import { labelOf } from '../box/box.ts'
import { clockOf } from '../clock.ts'
import { streetOf } from './order-words.ts'
import { stepToGoOn } from '../paths.ts'
import css from '../phone.module.css'
import { StepThread } from '../step/StepThread.tsx'
import today from './today.module.css'
import { useWork } from '../use-work.ts'
import { dueSteps, isWorkable, stepOf, type Work } from '../work.ts'
import { WorkMenu } from '../step/WorkMenu.tsx'
import { pathOf, WorkBadge } from './WorkRow.tsx'

/** The open intervention: kind, progress, and a button to resume it. */
export function GoOn({ row }: { row: Work }) {
  const { work: whole } = useWork(row.id)
  const work = whole ?? row
  const order = usePack().orders.find(({ id }) => id === work.service_order_id)
  const [menu, setMenu] = useState(false)
  const step = stepToGoOn(work)
  const saved = useSavedAt(work)
  const label = labelOf(work.cto.code)
  // Without a customer address the box stands in for it, so it is not shown twice.
  const where = order ? streetOf(order) : label
  const due = dueSteps(work)
  const done = new Set(due.filter((one) => stepOf(work, one).status === 'done'))
  return (
    <>
      <div className={today.title}>
        <h2 className="weight-680">
          {work.work_kind && text(`choice.work_kind.${work.work_kind}`)}, <span>{where}</span>
        </h2>
        <WorkBadge work={work} box />
      </div>
      <p className={css.note}>
        <span className="code">{where === label ? work.code : label}</span>
        {work.port_number !== null && `, ${text('list.port', { number: work.port_number })}`}
      </p>
      <StepThread due={due} done={done} now={step} />
      {saved !== null && (
        <p className={today.saved}>
          <IconDeviceMobileCheck size={20} stroke={1.8} aria-hidden />
          {text('tech.today.saved', { time: clockOf(saved) })}
        </p>
      )}
      <div className={css.row} style={{ marginTop: 8 }}>
        <IconButton
          kind="second"
          size="glove"
          label={text('tech.menu')}
          aria-haspopup="dialog"
          onClick={() => setMenu(true)}
        >
          <IconDots size={28} stroke={2} aria-hidden />
        </IconButton>
        <LinkButton kind="main" size="glove" to={pathOf(work)}>
          {isWorkable(work) ? text('tech.today.go_on', { step: text(`tech.short.${step}`) }) : text('tech.today.see')}
          <IconArrowRight size={26} stroke={2} aria-hidden />
        </LinkButton>
      </div>
      {menu && <WorkMenu work={work} close={() => setMenu(false)} />}
    </>
  )
}

/** Time of the last draft of the open step on this device. */
function useSavedAt(work: Work): number | null {
  const [at, setAt] = useState<number | null>(null)
  const step = stepToGoOn(work)
  useEffect(() => {
    let wanted = true
    void drafts.get(work.id, step).then((draft) => wanted && setAt(draft?.at ?? null))
    return () => {
      wanted = false
    }
  }, [work.id, step])
  return at
}
