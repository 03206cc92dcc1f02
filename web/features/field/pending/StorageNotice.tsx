import IconDeviceMobileExclamation from '@iconify-json/tabler/device-mobile-exclamation'
import IconX from '@iconify-json/tabler/x'
import { useEffect, useState } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { storageSpace, type StorageSpace } from '../../../offline/storage-space.ts'
import { text } from '../../../ui/text.ts'
import css from '../phone.module.css'
import today from '../today/today.module.css'

const key = 'hilo.room.read'
const wasRead = (room: StorageSpace) => {
  try {
    return localStorage.getItem(key) === room
  } catch {
    return false
  }
}

/** Enough space again: show the next shortage as a new one. */
function forget(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Without storage nothing was stored.
  }
}

/**
 * Warning before field work that the device may not store data; hidden if storage is fine or the warning was dismissed.
 */
export function StorageNotice() {
  const [room, setRoom] = useState<StorageSpace>('fine')
  useEffect(() => {
    let wanted = true
    void storageSpace().then((found) => {
      if (found === 'fine') forget()
      if (wanted) setRoom(wasRead(found) ? 'fine' : found)
    })
    return () => {
      wanted = false
    }
  }, [])
  if (room === 'fine') return null
  const close = () => {
    setRoom('fine')
    try {
      localStorage.setItem(key, room)
    } catch {
      // Without storage the warning appears again.
    }
  }
  return (
    <div className={css.card} data-tone="wait" role="status" style={{ marginBottom: 12 }}>
      <span className={today.top}>
        <IconDeviceMobileExclamation size={28} stroke={1.8} aria-hidden />
        <span style={{ flex: 1 }}>{text(`tech.room.${room}`)}</span>
        <Button size="glove" className={css.close} aria-label={text('tech.room.close')} onClick={close}>
          <IconX size={22} stroke={2} aria-hidden />
        </Button>
      </span>
      <p className={css.note}>{text(`tech.room.${room}.text`)}</p>
    </div>
  )
}
