import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryClient } from '../../../api/query.ts'
import { Press } from '../../../kit/Button.tsx'
import type { PackBox } from '../../../offline/pack.ts'
import { readPhoto, type BoxPhoto } from '../../../offline/photos.ts'
import { formatDate } from '../../../ui/format.ts'
import { text } from '../../../ui/text.ts'
import { LargePicture } from '../step/LargePicture.tsx'
import css from '../step/picture.module.css'
import { useZoom } from '../step/use-zoom.ts'

/** Object URL of a box photo; offline only if the device has a copy. */
function usePhoto(box: number, photo: BoxPhoto): string | undefined {
  const { data } = useQuery(
    {
      queryKey: ['box-photo', photo.file_id],
      queryFn: () => readPhoto(box, photo),
      // Stored photos load without network.
      networkMode: 'always',
      staleTime: Infinity,
    },
    queryClient,
  )
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!data) return
    const made = URL.createObjectURL(data)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  return url
}

/** Latest photos of a box: label and closed box, or only one of them. */
export function BoxPhotos({ box, only }: { box: PackBox; only?: BoxPhoto['kind'] }) {
  const photos = (box.photos ?? []).filter(({ kind }) => only === undefined || kind === only)
  if (photos.length === 0) return null
  return (
    <div className={css.looks} role="group" aria-label={text('tech.looks')} data-one={photos.length === 1}>
      {photos.map((photo) => (
        <Look key={photo.file_id} box={box.id} photo={photo} />
      ))}
    </div>
  )
}

function Look({ box, photo }: { box: number; photo: BoxPhoto }) {
  const url = usePhoto(box, photo)
  const [large, setLarge] = useState(false)
  const what = text(`tech.looks.${photo.kind}`)
  return (
    <>
      <Press className={css.look} disabled={url === undefined} onClick={() => setLarge(true)}>
        <span className={css.shot}>{url && <img className="block full tall" src={url} alt="" />}</span>
        <span>
          <strong className="block hand-m">{what}</strong>
          <span>{formatDate(photo.taken_at)}</span>
        </span>
      </Press>
      {large && url !== undefined && <Large url={url} what={what} close={() => setLarge(false)} />}
    </>
  )
}

function Large({ url, what, close }: { url: string; what: string; close: () => void }) {
  return <LargePicture label={what} url={url} alt={what} zoom={useZoom()} said={what} close={close} />
}
