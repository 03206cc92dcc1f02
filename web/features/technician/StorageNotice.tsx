import { IconDeviceMobileExclamation, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { roomLeft, type Room } from '../../offline/room.ts'
import { text } from '../../ui/text.ts'
import css from './phone.module.css'
import today from './today.module.css'

const key = 'hilo.room.read'
const wasRead = (room: Room) => {
  try {
    return localStorage.getItem(key) === room
  } catch {
    return false
  }
}

/** There is room again: the next time that there is none is said anew. */
function forget(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}

/** Before the work in the field: this device may not keep what is done on it. Nothing when all is well, or once it was read. */
export function StorageNotice() {
  const [room, setRoom] = useState<Room>('fine')
  useEffect(() => {
    let wanted = true
    void roomLeft().then((found) => {
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
      // It is said again the next time.
    }
  }
  return (
    <div className={css.card} data-tone="wait" role="status" style={{ marginBottom: 12 }}>
      <span className={today.top}>
        <IconDeviceMobileExclamation size={28} stroke={1.8} aria-hidden />
        <span style={{ flex: 1 }}>{text(`tech.room.${room}`)}</span>
        <button
          type="button"
          className={`${css.second} ${css.close}`}
          aria-label={text('tech.room.close')}
          onClick={close}
        >
          <IconX size={22} stroke={2} aria-hidden />
        </button>
      </span>
      <p className={css.note}>{text(`tech.room.${room}.text`)}</p>
    </div>
  )
}
