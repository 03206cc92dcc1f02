import { actIn } from '@hilo/domain/event-acts.ts'
import IconChevronRight from '@iconify-json/tabler/chevron-right'
import IconFileText from '@iconify-json/tabler/file-text'
import IconHeadset from '@iconify-json/tabler/headset'
import IconMapPin from '@iconify-json/tabler/map-pin'
import IconNote from '@iconify-json/tabler/note'
import IconPhone from '@iconify-json/tabler/phone'
import IconSwitchHorizontal from '@iconify-json/tabler/switch-horizontal'
import { changesPort } from '@hilo/domain/hair-change.ts'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { Button, Press } from '../../../kit/Button.tsx'
import { usePack } from '../../../offline/use-pack.ts'
import { text } from '../../../ui/text.ts'
import { CancelSheet } from './CancelSheet.tsx'
import { useNocPhone } from '../NocLink.tsx'
import { directionsTo } from '../today/order-words.ts'
import { boardPath, hairPath, stepPath } from '../paths.ts'
import css from '../phone.module.css'
import { Sheet } from '../../../kit/Dialog.tsx'
import { StateSign } from '../StateSign.tsx'
import today from '../today/today.module.css'
import { useOnce } from '../use-once.ts'
import { useBox } from '../use-work.ts'
import { sharePaper } from '../today/work-paper.ts'
import { dueSteps, isWorkable, stepOf, type Work } from '../work.ts'
import { outbox } from '../../../offline/outbox.ts'
import { useFieldDraft } from '../../../offline/use-field-draft.ts'
import { toast } from '../../../kit/toasts.tsx'
import { Comments } from './Fields.tsx'

/** Menu of an intervention: steps, box, calls, reports, and cancelling. */
export function WorkMenu({ work, close }: { work: Work; close: () => void }) {
  const [open, setOpen] = useState<'leave' | 'note' | null>(null)
  if (open === 'leave') return <CancelSheet work={work} close={close} />
  if (open === 'note') return <NoteSheet work={work} close={close} />
  const cancels = actIn(['cancel', 'ask_cancel'], work.process_state) !== null
  return (
    <Sheet title={work.code} close={close}>
      <ul className={today.list}>
        {isWorkable(work) && <Steps work={work} close={close} />}
        <LinkRow to={boardPath(work)} close={close}>
          {text('tech.menu.box')}
        </LinkRow>
        {isWorkable(work) && changesPort(work.work_kind) && (
          <LinkRow to={hairPath(work)} icon={<IconSwitchHorizontal size={26} stroke={1.7} aria-hidden />} close={close}>
            {text('tech.hair')}
          </LinkRow>
        )}
      </ul>
      <ul className={today.list} style={{ marginTop: 10 }}>
        <Calls work={work} />
        <PaperRow work={work} />
        <ActRow icon={<IconNote size={26} stroke={1.7} aria-hidden />} act={() => setOpen('note')}>
          {text('tech.note')}
        </ActRow>
      </ul>
      {cancels && (
        <Button
          size="glove"
          shape="wide"
          className={css.bad}
          style={{ marginTop: 10 }}
          onClick={() => setOpen('leave')}
        >
          {text('tech.cancel')}
        </Button>
      )}
      <div className={css.row} style={{ marginTop: 8 }}>
        <Button size="glove" shape="wide" onClick={close}>
          {text('shell.close')}
        </Button>
      </div>
    </Sheet>
  )
}

function Steps({ work, close }: { work: Work; close: () => void }) {
  return dueSteps(work).map((step) => (
    <li key={step}>
      <Link className={today.row} to={stepPath(work, step)} onClick={close}>
        <span className="grow shrink">{text(`choice.step.${step}`)}</span>
        {stepOf(work, step).status === 'done' && <StateSign level="ok" size={20} />}
        <IconChevronRight size={22} stroke={2} aria-hidden />
      </Link>
    </li>
  ))
}

/** Contacts and directions. */
function Calls({ work }: { work: Work }) {
  const box = useBox(work.cto_id)
  const noc = useNocPhone()
  const contact = usePack().orders.find(({ id }) => id === work.service_order_id)?.contact ?? null
  const icon = { size: 26, stroke: 1.7, 'aria-hidden': true }
  return (
    <>
      {box && (
        <OutRow to={directionsTo(box.position, navigator.userAgent)} icon={<IconMapPin {...icon} />}>
          {text('tech.order.directions')}
        </OutRow>
      )}
      {contact && (
        <OutRow to={`tel:${contact.phone}`} icon={<IconPhone {...icon} />}>
          {text('tech.order.call', { name: contact.name })}
        </OutRow>
      )}
      {noc !== null && (
        <OutRow to={`tel:${noc}`} icon={<IconHeadset {...icon} />}>
          {text('tech.noc')}
        </OutRow>
      )}
    </>
  )
}

/** Shares the report of the intervention. */
function PaperRow({ work }: { work: Work }) {
  const { busy, run } = useOnce(() => sharePaper(work))
  return (
    <ActRow icon={<IconFileText size={26} stroke={1.7} aria-hidden />} act={() => void run()} busy={busy}>
      {text('tech.paper')}
    </ActRow>
  )
}

interface RowProps {
  icon?: ReactNode
  children: ReactNode
}

function LinkRow({ to, close, icon, children }: RowProps & { to: string; close: () => void }) {
  return (
    <li>
      <Link className={today.row} to={to} onClick={close}>
        {icon}
        <span className="grow shrink">{children}</span>
        <IconChevronRight size={22} stroke={2} aria-hidden />
      </Link>
    </li>
  )
}

function OutRow({ to, icon, children }: RowProps & { to: string }) {
  return (
    <li>
      <a className={today.row} href={to} {...(!to.startsWith('tel:') && { target: '_blank', rel: 'noreferrer' })}>
        {icon}
        <span className="grow shrink">{children}</span>
        <IconChevronRight size={22} stroke={2} aria-hidden />
      </a>
    </li>
  )
}

function ActRow({ icon, act, busy = false, children }: RowProps & { act: () => void; busy?: boolean }) {
  return (
    <li>
      <Press className={today.row} aria-busy={busy} onClick={act}>
        {icon}
        <span className="grow shrink">{children}</span>
        <IconChevronRight size={22} stroke={2} aria-hidden />
      </Press>
    </li>
  )
}

/** Note for the technician's operator, stored with the intervention. */
function NoteSheet({ work, close }: { work: Work; close: () => void }) {
  const { typed, type, sent } = useFieldDraft(work.id, 'note', { text: '' })
  const written = typed.text.trim()
  const { busy, run } = useOnce(async () => {
    await outbox.enqueue({ path: 'admin_vno/notes/create', query: { event_id: work.id, text: written } })
    await sent()
    toast.success(text('tech.note.kept'))
    close()
  })
  const keep = () => (written === '' ? document.querySelector<HTMLElement>('dialog textarea')?.focus() : void run())
  return (
    <Sheet title={text('tech.note')} close={close}>
      <Comments name="note" label={text('tech.note.label')} value={typed.text} change={(text) => type({ text })} />
      <div className={css.row}>
        <Button size="glove" onClick={close}>
          {text('app.cancel')}
        </Button>
        <Button kind="main" size="glove" busy={busy} onClick={keep}>
          {text('tech.note.keep')}
        </Button>
      </div>
    </Sheet>
  )
}
