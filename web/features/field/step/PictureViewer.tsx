import IconChevronLeft from '@iconify-json/tabler/chevron-left'
import IconChevronRight from '@iconify-json/tabler/chevron-right'
import IconTrash from '@iconify-json/tabler/trash'
import { useState } from 'react'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { outbox } from '../../../offline/outbox.ts'
import { text } from '../../../ui/text.ts'
import { LargePicture } from './LargePicture.tsx'
import phone from '../phone.module.css'
import { useZoom } from './use-zoom.ts'
import type { HeldPicture } from './use-pictures.ts'

/** Pictures of one kind in full screen; an unsent one can be deleted. */
export default function PictureViewer({ held, close }: { held: readonly HeldPicture[]; close: () => void }) {
  const [at, setAt] = useState(held.length - 1)
  const zoom = useZoom()
  const shown = held[Math.min(at, held.length - 1)]
  const go = (by: number) => {
    zoom.reset()
    setAt((Math.min(at, held.length - 1) + by + held.length) % held.length)
  }
  if (shown === undefined) return null
  const { operation, url, camera } = shown
  const drop = async () => {
    await outbox.giveUp(operation)
    if (held.length === 1) close()
  }
  return (
    <LargePicture
      label={text('tech.picture.look')}
      url={url}
      zoom={zoom}
      close={close}
      said={
        <>
          {text('tech.picture.of', { number: held.indexOf(shown) + 1, total: held.length })}
          {' · '}
          {text(operation.state === 'sent' ? 'tech.picture.sent' : 'tech.picture.kept')}
          {!camera && ` · ${text('tech.picture.gallery')}`}
        </>
      }
    >
      {held.length > 1 && <Arrows go={go} />}
      {operation.state === 'saved' && (
        <Button size="glove" className={phone.whole} onClick={() => void drop()}>
          <IconTrash size={24} stroke={1.8} aria-hidden />
          {text('tech.picture.delete')}
        </Button>
      )}
    </LargePicture>
  )
}

function Arrows({ go }: { go: (by: number) => void }) {
  const arrow = (by: number, label: string, Icon: typeof IconChevronLeft) => (
    <IconButton kind="second" size="glove" label={label} onClick={() => go(by)}>
      <Icon size={26} stroke={2} aria-hidden />
    </IconButton>
  )
  return (
    <>
      {arrow(-1, text('tech.picture.before'), IconChevronLeft)}
      {arrow(1, text('tech.picture.next'), IconChevronRight)}
    </>
  )
}
