import type { ReasonRecord } from '@hilo/contract/settings/reasons.ts'
import { otherReason, catalogueNames, type ReasonCatalogue } from '@hilo/domain/reason.ts'
import { enabledStatus } from '@hilo/domain/status.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type PointerEvent } from 'react'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { Button, Press } from '../../kit/Button.tsx'
import { moveItem } from '../../lists/columns/config.ts'
import { useDrag } from '../../lists/columns/use-drag.ts'
import { Icon } from '../../lists/icons.tsx'
import '../../lists/lists.css'
import { QueryState } from '../../kit/QueryState.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Card, Page } from '../../kit/Page.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { ReasonForm, refreshReasons } from './ReasonForm.tsx'
import styles from './settings.module.css'

const { enabled, disabled } = enabledStatus.is

/** Reason catalogues: cancelling, unsubscribing, and failed visits. */
export function ReasonsScreen() {
  const { catalogo }: Record<string, unknown> = useSearch({ strict: false })
  const catalogue = catalogueNames.find((name) => name === catalogo) ?? 'order_cancel'
  const answer = useCall('admin_vno/reasons/get', { catalogue })
  const [open, setOpen] = useState<ReasonRecord | 'new' | null>(null)
  const may = session.can('cancellation_edit')
  return (
    <Page
      narrow
      title={text('reasons.title')}
      lead={text('reasons.lead')}
      actions={
        may && (
          <Button kind="main" aria-haspopup="dialog" onClick={() => setOpen('new')}>
            <Icon name="plus" size={16} />
            {text('reasons.add')}
          </Button>
        )
      }
    >
      <Catalogues chosen={catalogue} />
      <Card label={text(`reasons.catalogue.${catalogue}`)} bare>
        <QueryState answer={answer} height={276}>
          {({ records }) => (
            <Reasons records={records} catalogue={catalogue} {...(may && { edit: (reason) => setOpen(reason) })} />
          )}
        </QueryState>
      </Card>
      {open !== null && (
        <ReasonForm
          catalogue={catalogue}
          reason={open === 'new' ? null : open}
          records={answer.data?.records ?? []}
          close={() => setOpen(null)}
        />
      )}
    </Page>
  )
}

function Catalogues({ chosen }: { chosen: ReasonCatalogue }) {
  const navigate = useNavigate()
  return (
    <div className="scroll-x">
      <Segments
        label={text('reasons.catalogue')}
        options={catalogueNames.map((value) => ({ value, text: text(`reasons.catalogue.${value}`) }))}
        value={chosen}
        onChange={(value) =>
          void navigate({
            to: '/vno/configuracion/motivos',
            search: value === 'order_cancel' ? {} : { catalogo: value },
            replace: true,
          })
        }
      />
    </div>
  )
}

interface ReasonsProps {
  records: readonly ReasonRecord[]
  catalogue: ReasonCatalogue
  /** Sessions that may edit may also reorder. */
  edit?: (reason: ReasonRecord) => void
}

/** In display order; reordered by dragging or by arrow keys. */
function Reasons({ records, catalogue, edit }: ReasonsProps) {
  const [[of, shown], setState] = useState([records, records])
  const setShown = (items: readonly ReasonRecord[]) => setState([records, items])
  // Replace the shown order by newly loaded records; the focused row stays focused.
  if (of !== records) setShown(records)
  const { send, problem } = useSend('admin_vno/reasons/edit')
  const put = async (items: readonly ReasonRecord[], to: number) => {
    const code = items[to]?.code
    if (code === undefined) return
    setShown(items)
    const sent = await send({ catalogue, code, position: to })
    if (sent?.problem) setShown(records)
    await refreshReasons()
  }
  const { dragged, start } = useDrag(shown, setShown, (items, to) => void put(items, to))
  const step = (from: number, by: number) => {
    const to = from + by
    if (to >= 0 && to < shown.length) void put(moveItem(shown, from, to), to)
  }
  return (
    <>
      {problem !== null && (
        <p role="alert" className="ink-danger p-8-16">
          {problem}
        </p>
      )}
      <ul>
        {shown.map((reason, place) => (
          <Row
            key={reason.code}
            reason={reason}
            catalogue={catalogue}
            dragged={place === dragged}
            {...(edit && {
              edit: () => edit(reason),
              onGrip: (event) => start(event, place),
              onStep: (by) => step(place, by),
            })}
          />
        ))}
      </ul>
    </>
  )
}

interface RowProps {
  reason: ReasonRecord
  catalogue: ReasonCatalogue
  dragged: boolean
  edit?: () => void
  onGrip?: (event: PointerEvent<HTMLElement>) => void
  /** −1 up, 1 down. */
  onStep?: (by: -1 | 1) => void
}

/** Drag handle, also operated by arrow keys. */
function Grip({ name, onGrip, onStep }: Required<Pick<RowProps, 'onGrip' | 'onStep'>> & { name: string }) {
  return (
    <Press
      className={styles.grip}
      aria-label={text('reasons.move', { name })}
      title={text('list.columns.moveHint')}
      onPointerDown={onGrip}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
        event.preventDefault()
        onStep(event.key === 'ArrowUp' ? -1 : 1)
      }}
    >
      <Icon name="grip" />
    </Press>
  )
}

function Row({ reason, catalogue, dragged, edit, onGrip, onStep }: RowProps) {
  const { code, name, status, source, version } = reason
  const { send, sending, problem } = useSend('admin_vno/reasons/edit')
  const [asking, setAsking] = useState(false)
  const on = status === enabled
  const turn = async (to: typeof enabled | typeof disabled) => {
    const sent = await send({ catalogue, code, status: to, version })
    await refreshReasons()
    if (sent?.answer) toast.success(text(to === enabled ? 'reasons.on' : 'reasons.off'))
  }
  return (
    <li className={styles.reason} data-drag data-off={!on || undefined} data-dragged={dragged || undefined}>
      {onGrip && onStep && <Grip name={name} onGrip={onGrip} onStep={onStep} />}
      <div>
        <b>{name}</b>
        <small className="block small ink-2">
          {text(`reasons.source.${source}`)}
          {!on && `, ${text('reasons.unused')}`}
        </small>
        {problem !== null && (
          <small role="alert" className="block small ink-danger">
            {problem}
          </small>
        )}
      </div>
      {edit && (
        <span className={`flex wrap end gap-6 ${styles.acts} phone-whole-line`}>
          <Button size="small" aria-label={text('reasons.edit.of', { name })} onClick={edit}>
            {text('reasons.edit')}
          </Button>
          {code !== otherReason && (
            <Button
              size="small"
              busy={sending}
              aria-label={text(on ? 'reasons.stop.of' : 'reasons.use.of', { name })}
              onClick={() => (on ? setAsking(true) : void turn(enabled))}
            >
              {text(on ? 'reasons.stop' : 'reasons.use')}
            </Button>
          )}
        </span>
      )}
      {asking && (
        <ConfirmDialog
          title={text('reasons.stop.of', { name })}
          sentence={text('reasons.stop.text')}
          yes={text('reasons.stop')}
          confirm={() => void turn(disabled)}
          close={() => setAsking(false)}
        />
      )}
    </li>
  )
}
