import IconArrowLeft from '@iconify-json/tabler/arrow-left'
import IconArrowRight from '@iconify-json/tabler/arrow-right'
import IconDeviceMobileCheck from '@iconify-json/tabler/device-mobile-check'
import IconDownload from '@iconify-json/tabler/download'
import { useParams, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useCall } from '../../../api/query.ts'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { LinkButton } from '../../../kit/LinkButton.tsx'
import { pack } from '../../../offline/pack.ts'
import { useOnline } from '../../../offline/use-outbox.ts'
import { usePack } from '../../../offline/use-pack.ts'
import { text } from '../../../ui/text.ts'
import { Blank, Failed } from '../LoadStates.tsx'
import { BoxCard, type Box } from './OrderBox.tsx'
import css from '../phone.module.css'
import { usePrepared } from './prepare.ts'
import { useUnderWay } from '../use-work.ts'
import { pathOf } from '../today/WorkRow.tsx'

/** Query for the box in the URL: by id or code; a box stored on the device also by its label. */
function useAsked(named: string) {
  const { ctos } = usePack()
  if (/^[1-9]\d{0,14}$/.test(named)) return { id: Number(named) }
  const stored = ctos.find(({ code, label }) => code === named || label === named)
  return stored ? { id: stored.id } : { filter: { code: named }, limit: 1 }
}

/** One box: place, access, free ports and neighbours; one button stores it for offline use. */
export function BoxScreen() {
  const { id = '' } = useParams({ strict: false })
  const { data, error, refetch } = useCall('admin_vno/ctos/get', useAsked(String(id)))
  const online = useOnline()
  const box = data?.records[0]
  if (box) return <BoxPage box={box} />
  if (data) return <Failed title={text('tech.box.gone')} sentence={text('tech.box.gone.text')} />
  if (!online) return <Failed title={text('tech.order.unknown')} sentence={text('tech.order.box.unknown')} />
  return error ? <Failed error={error} retry={() => void refetch()} /> : <Blank />
}

function BoxPage({ box }: { box: Box }) {
  usePrepared(box)
  const { works } = useUnderWay()
  const { history } = useRouter()
  const [open] = works
  const here = open?.cto_id === box.id
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <h1 className="code">{box.label}</h1>
        <p className={css.sub}>{[box.address.postal_code, box.address.municipality].join(' ')}</p>
      </header>
      <div className={css.middle}>
        <BoxCard box={box} port={null} title={text('tech.box.where')} />
        <KeepButton box={box} />
      </div>
      <div className={css.foot} data-over>
        {open && !here && <p className={css.line}>{text('tech.order.other', { code: open.code })}</p>}
        <div className={css.row}>
          <IconButton kind="second" size="glove" label={text('tech.back')} onClick={() => history.back()}>
            <IconArrowLeft size={26} stroke={2} aria-hidden />
          </IconButton>
          <LinkButton kind="main" size="glove" to={open ? pathOf(open) : `/tecnico/nueva?cto=${box.id}`}>
            {text(here ? 'tech.order.go_on' : open ? 'tech.order.go_to_other' : 'tech.box.start')}
            <IconArrowRight size={26} stroke={2} aria-hidden />
          </LinkButton>
        </div>
      </div>
    </div>
  )
}

function KeepButton({ box: { id } }: { box: Box }) {
  const { ctos, boxes } = usePack()
  const [failed, setFailed] = useState(false)
  const byHand = boxes.includes(id)
  const there = ctos.some((one) => one.id === id)
  const keep = () => pack.keepBoxes([id]).then(() => setFailed(false), () => setFailed(true)) // prettier-ignore
  if (there && !byHand)
    return (
      <p className={css.line} style={{ marginTop: 12 }}>
        <IconDeviceMobileCheck size={22} stroke={1.8} aria-hidden />
        {text('tech.box.of_work')}
      </p>
    )
  return (
    <>
      <Button
        size="glove"
        shape="wide"
        style={{ marginTop: 12 }}
        aria-pressed={byHand}
        onClick={() => void (byHand ? pack.dropBoxes([id]) : keep())}
      >
        {byHand ? (
          <IconDeviceMobileCheck size={24} stroke={1.8} aria-hidden />
        ) : (
          <IconDownload size={24} stroke={1.8} aria-hidden />
        )}
        {text(byHand ? 'tech.box.drop' : 'tech.box.keep')}
      </Button>
      {byHand && !there && <p className={`${css.note} ${css.warn}`}>{text('tech.kept.waits')}</p>}
      {failed && (
        <p className={`${css.note} ${css.warn}`} role="alert">
          {text('tech.kept.later')}
        </p>
      )}
    </>
  )
}
