import { workKinds, type WorkKind } from '@hilo/domain/status.ts'
import IconArrowLeft from '@iconify-json/tabler/arrow-left'
import IconArrowRight from '@iconify-json/tabler/arrow-right'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { LinkButton } from '../../../kit/LinkButton.tsx'
import { useOnline, useOutbox } from '../../../offline/use-outbox.ts'
import { usePack } from '../../../offline/use-pack.ts'
import { text } from '../../../ui/text.ts'
import { BoxPicker, BoxWords, type Box } from '../box/BoxPicker.tsx'
import { Choice } from '../step/Fields.tsx'
import { localWork } from '../local-work.ts'
import { streetOf } from './order-words.ts'
import css from '../phone.module.css'
import { usePrepared } from '../box/prepare.ts'
import { CreateProblem } from './CreateProblem.tsx'
import { PortChoice } from './PortChoice.tsx'
import { portOf, useCreate, type Wanted } from './use-create.ts'
import { StorageNotice } from '../pending/StorageNotice.tsx'
import today from './today.module.css'
import { useBox, usePort } from '../use-work.ts'
import { highlightField } from '../highlight-field.ts'

/** Starts an intervention: kind, box, and the port if known. */
export function NewScreen() {
  const { orden, otra } = useSearch({ strict: false })
  const order = useOrder(Number(orden))
  const refused = useRefused(Number(otra))
  const { kind: asked, box: chosen, port, setKind, pick, setPort } = useChosen()
  const kind = asked ?? refused?.work_kind ?? undefined
  const { busy, problem, create } = useCreate(refused?.id ?? null)
  usePrepared(chosen, order?.id)
  const missing = kind === undefined ? 'work_kind' : chosen === null ? 'cto' : null
  const press = () => {
    if (kind !== undefined && chosen !== null) {
      return void create({ box: chosen, kind, port, order: order?.id ?? null })
    }
    const place = document.querySelector<HTMLElement>(`[data-field="${missing}"]`)
    if (place === null) return
    place.scrollIntoView({ block: 'center' })
    place.querySelector('input')?.focus()
    highlightField(place)
  }
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <h1>{text('tech.new')}</h1>
        <p className={css.sub}>{text('tech.new.text')}</p>
      </header>
      <div className={css.middle}>
        <StorageNotice />
        {problem && <CreateProblem problem={problem} />}
        {order && <p className={css.line}>{text('tech.new.order', { code: order.code, where: streetOf(order) })}</p>}
        <Choice
          name="work_kind"
          label={text('tech.new.kind')}
          options={workKinds.map((value) => ({ value, label: text(`choice.work_kind.${value}`) }))}
          value={kind}
          choose={setKind}
          columns={2}
        />
        {chosen === null ? (
          <BoxPicker choose={pick} />
        ) : (
          <ChosenBox box={chosen} other={() => pick(null)}>
            <PortChoice box={chosen} kind={kind} port={port} choose={setPort} />
          </ChosenBox>
        )}
      </div>
      <Foot missing={missing} busy={busy} press={press} />
    </div>
  )
}

/** Choices live in the URL, so that a reload keeps them. */
function useChosen() {
  const { cto, kind: asked, port: askedPort } = useSearch({ strict: false })
  const navigate = useNavigate()
  const givenPort = usePort(Number(askedPort) > 0 ? Number(askedPort) : null)
  const chosenBox = useBox(Number(cto) > 0 ? Number(cto) : undefined)
  const [chosenKind, setChosenKind] = useState<WorkKind>()
  const [picked, setPicked] = useState<Box | null>()
  const [pickedPort, setPickedPort] = useState<Wanted['port']>()
  const box = picked === undefined ? chosenBox : picked
  const keep = (chosen: { kind?: WorkKind; cto?: number | undefined; port?: number | undefined }) =>
    void navigate({ to: '.', search: (known: object) => ({ ...known, ...chosen }), replace: true })
  return {
    kind: chosenKind ?? workKinds.find((one) => one === asked),
    box,
    port: pickedPort === undefined ? portOf(givenPort, box) : pickedPort,
    setKind(kind: WorkKind) {
      setChosenKind(kind)
      keep({ kind })
    },
    pick(next: Box | null) {
      setPicked(next)
      setPickedPort(null)
      keep({ cto: next?.id, port: undefined })
    },
    setPort(next: Wanted['port']) {
      setPickedPort(next)
      keep({ port: next?.id })
    },
  }
}

/** A rejected intervention that was begun here: its steps are kept and sent with the new choices. */
function useRefused(id: number) {
  const operations = useOutbox()
  const one = operations.find(({ begun, state }) => begun?.id === id && state === 'rejected')
  return one ? localWork(one, '') : null
}

function ChosenBox({ box, other, children }: { box: Box; other: () => void; children: ReactNode }) {
  return (
    <>
      <h2 className={today.group}>{text('tech.new.box')}</h2>
      <div className={today.list}>
        <div className={today.row}>
          <BoxWords box={box} />
          <Button size="glove" style={{ minHeight: 48, fontSize: '1rem' }} onClick={other}>
            {text('tech.new.other_box')}
          </Button>
        </div>
      </div>
      {children}
    </>
  )
}

function Foot({ missing, busy, press }: { missing: string | null; busy: boolean; press: () => void }) {
  const connected = useOnline()
  const line = missing === null ? (connected ? 'tech.new.ready' : 'tech.new.offline') : `tech.new.missing.${missing}`
  return (
    <div className={css.foot} data-over>
      <p className={css.line} aria-live="polite">
        {text(line)}
      </p>
      <div className={css.row}>
        <LinkButton size="glove" shape="square" to="/tecnico" aria-label={text('tech.to_today')}>
          <IconArrowLeft size={26} stroke={2} aria-hidden />
        </LinkButton>
        <Button kind="main" size="glove" busy={busy} onClick={press}>
          {text(busy ? 'tech.new.opening' : missing ? 'tech.act.fill' : 'tech.new.open')}
          {!missing && <IconArrowRight size={26} stroke={2} aria-hidden />}
        </Button>
      </div>
    </div>
  )
}

/** The order of the intervention, if it started from one. */
function useOrder(id: number) {
  return usePack().orders.find((order) => order.id === id) ?? null
}
