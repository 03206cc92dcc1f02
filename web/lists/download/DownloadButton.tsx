import type { PathOf } from '@hilo/contract/index.ts'
import { lazy, Suspense } from 'react'
import { Icon } from '../icons.tsx'
import { Popover } from '../../kit/Popover.tsx'
import { text } from '../../ui/text.ts'
import type { ListModel } from '../use-list.ts'

const DownloadMenu = lazy(() => import('./DownloadMenu.tsx').then((part) => ({ default: part.DownloadMenu })))

export function DownloadButton({ model, download }: { model: ListModel; download: PathOf<'download'> }) {
  const { filter, search, sort } = model.query
  const query = { ...(Object.keys(filter).length > 0 && { filter }), ...(search && { search }), sort }
  return (
    <Popover
      look={{ shape: 'square' }}
      label={text('list.download')}
      button={<Icon name="download" size={18} />}
      align="end"
    >
      {(close) => (
        <Suspense fallback={<div className="hl-menu" />}>
          <DownloadMenu
            list={model.list}
            download={download}
            columns={model.columns}
            query={query}
            total={model.store.total}
            close={close}
          />
        </Suspense>
      )}
    </Popover>
  )
}
