import type { Drop } from '@hilo/contract/drops.ts'
import { useState } from 'react'
import { useFile } from '../../api/use-file.ts'
import { session } from '../../api/session.ts'
import { Button } from '../../kit/Button.tsx'
import { Icon } from '../../lists/icons.tsx'
import { RecordPage } from '../../lists/panel/RecordPage.tsx'
import { choiceText } from '../../lists/text.ts'
import { usePhone } from '../../lists/use-phone.ts'
import { formatDateTime } from '../../ui/format.ts'
import { ChoiceDot } from '../../ui/shapes/ChoiceDot.tsx'
import { text } from '../../ui/text.ts'
import { DropFacts } from './DropFacts.tsx'
import { DropHistory } from './DropHistory.tsx'
import { DropBox } from './DropPanel.tsx'
import styles from './drop-page.module.css'
import { EditDrop } from './NewDrop.tsx'

function Photo({ photo }: { photo: NonNullable<Drop['photos']>[number] }) {
  const { url, failed } = useFile(photo.file_id, 'thumb')
  const when = photo.taken_at === null ? '' : formatDateTime(photo.taken_at)
  return (
    <li>
      {failed ? (
        <span>{text('drop.photoFailed')}</span>
      ) : (
        url && <img className="block full round cover" src={url} alt={text('drop.photo', { when })} />
      )}
      <time className="ink-2">{when}</time>
    </li>
  )
}

function Page({ drop, refresh }: { drop: Drop; refresh: () => Promise<void> }) {
  const [editing, setEditing] = useState(false)
  const phone = usePhone()
  return (
    <>
      <header className="hl-page-head">
        <h1 className="code">{drop.label}</h1>
        <ChoiceDot of="drop_state" word={drop.state} />
        {session.can('drop_edit') && drop.state !== 'retirada' && (
          <div className="flex wrap gap-8 push phone-acts">
            <Button aria-haspopup="dialog" onClick={() => setEditing(true)}>
              {text('form.edit')}
            </Button>
          </div>
        )}
        <p className="hl-page-line">
          <span>
            <Icon name="box" />
            {drop.port ? <span className="code">{drop.port.code}</span> : text('drop.nowhere')}
          </span>
          <span>{choiceText('drop_type', drop.type)}</span>
        </p>
      </header>
      <div className="hl-columns">
        <section className="hl-card" aria-label={text('drop.box')}>
          <h2>{text('drop.box')}</h2>
          <DropBox drop={drop} size={phone ? 'small' : 'large'} />
        </section>
        <div className="hl-stack grid gap-12">
          <section className="hl-card" aria-label={text('drop.facts')}>
            <h2>{text('drop.facts')}</h2>
            <DropFacts drop={drop} />
          </section>
          {drop.photos && drop.photos.length > 0 && (
            <section className="hl-card" aria-label={text('drop.photos')}>
              <h2>{text('drop.photos')}</h2>
              <ul className={`grid gap-8 lines-xs ${styles.photos}`}>
                {drop.photos.map((photo) => (
                  <Photo key={photo.file_id} photo={photo} />
                ))}
              </ul>
            </section>
          )}
        </div>
      </div>
      <section className="hl-card" aria-label={text('port.history')}>
        <h2>{text('port.history')}</h2>
        <DropHistory history={drop.history ?? []} />
      </section>
      {editing && <EditDrop drop={drop} close={() => setEditing(false)} done={refresh} />}
    </>
  )
}

/** One drop: port, access and history. */
export function DropScreen() {
  return (
    <RecordPage path="admin_vno/drops/get">
      {(drop, { refresh }) => <Page key={drop.id} drop={drop} refresh={refresh} />}
    </RecordPage>
  )
}
