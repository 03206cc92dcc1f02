import { IconArrowLeft, IconBulb, IconBulbOff, IconKeyboard, IconPhoto } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { vibrate } from '../../native/haptics.ts'
import { text } from '../text.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { Button, IconButton, LabelButton } from '../../kit/Button.tsx'
import { readByOf, type Code, type ReadBy } from './codes.ts'
import { codeInPicture, codeInVideo } from './read-code.ts'
import css from './scan.module.css'
import { useViewfinder, type CameraState } from './use-viewfinder.ts'

interface ScanSheetProps {
  title: string
  read: (label: string, by: ReadBy) => void
  parse: (text: string) => string | null
  close: () => void
}

/** Interval between camera frames examined, ms. */
const pause = 90

/**
 * Full-screen scanner: takes the first code that `parse` accepts and shows it in the step for correction, as native
 * scanners do. Offers typing and choosing a picture instead.
 */
export default function ScanSheet({ title, read, parse, close }: ScanSheetProps) {
  const id = useId()
  const [typing, setTyping] = useState(false)
  const [strange, setStrange] = useState(false)
  const finder = useViewfinder(!typing)
  const done = (label: string, by: ReadBy) => {
    read(label, by)
    close()
  }
  const take = (code: Code): boolean => {
    const label = parse(code.text)
    setStrange(label === null)
    if (label === null) return false
    vibrate('success')
    done(label, readByOf(code.format))
    return true
  }
  useReading(finder, !typing, take)
  const still = async (picture: Blob) => {
    const code = await codeInPicture(picture).catch(() => null)
    if (code === null || !take(code)) setStrange(true)
  }
  return (
    <Dialog close={close} kind="camera" className="hand-size-l" aria-labelledby={id}>
      <h2 id={id} className={css.title}>
        {title}
      </h2>
      <div className={css.view}>
        <video className="full tall absolute cover inset-0" ref={finder.video} muted playsInline aria-hidden />
        <Corners />
        <p className={css.say} aria-live="polite">
          {text(sayOf(finder.state, typing, strange))}
        </p>
      </div>
      {typing ? (
        <Typed parse={parse} back={() => setTyping(false)} done={(label) => done(label, 'manual')} />
      ) : (
        <Ways
          torch={finder.torch}
          shine={() => void finder.shine()}
          type={() => setTyping(true)}
          still={(picture) => void still(picture)}
          close={close}
        />
      )}
    </Dialog>
  )
}

function sayOf(state: CameraState, typing: boolean, strange: boolean): string {
  if (typing) return 'scan.say.type'
  if (state !== 'on') return `scan.say.${state}`
  return strange ? 'scan.say.strange' : 'scan.say.on'
}

/** Examines frames repeatedly while the camera is on. */
function useReading(
  { video, state }: ReturnType<typeof useViewfinder>,
  looking: boolean,
  take: (code: Code) => boolean,
): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    if (!looking || state !== 'on') return
    let timer: ReturnType<typeof setTimeout>
    let wanted = true
    const look = async () => {
      const seen = video.current
      const ready = seen !== null && seen.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
      const code = ready ? await codeInVideo(seen).catch(() => null) : null
      if (!wanted) return
      if (code === null || !latest.current(code)) timer = setTimeout(() => void look(), pause)
    }
    void look()
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [looking, state, video])
}

function Corners() {
  return (
    <svg className={css.corners} viewBox="0 0 300 300" preserveAspectRatio="none" aria-hidden="true">
      <path
        d="M2 60V20Q2 2 20 2H60M240 2H280Q298 2 298 20V60M298 240V280Q298 298 280 298H240M60 298H20Q2 298 2 280V240"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

interface TypedProps {
  parse: ScanSheetProps['parse']
  back: () => void
  done: (label: string) => void
}

/** Manual entry, for labels that the camera cannot read. */
function Typed({ parse, back, done }: TypedProps) {
  const [written, setWritten] = useState('')
  const label = parse(written)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (label !== null) done(label)
  }
  return (
    <form className={css.foot} onSubmit={submit}>
      <input
        className={`${css.input} hand-size-xl`}
        aria-label={text('scan.label')}
        value={written}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="done"
        autoFocus
        onChange={({ target }) => setWritten(target.value.toUpperCase())}
      />
      <div className={`${css.row} flex gap-8`}>
        <Button size="glove" onClick={back}>
          {text('scan.again')}
        </Button>
        <Button type="submit" kind="main" size="glove" aria-disabled={label === null}>
          {text('scan.use')}
        </Button>
      </div>
    </form>
  )
}

interface WaysProps {
  /** Null if the camera has no torch. */
  torch: boolean | null
  shine: () => void
  type: () => void
  still: (picture: Blob) => void
  close: () => void
}

function Ways({ torch, shine, type, still, close }: WaysProps) {
  const Bulb = torch ? IconBulbOff : IconBulb
  return (
    <div className={css.foot}>
      <div className={`${css.row} flex gap-8`}>
        <Button size="glove" onClick={type}>
          <IconKeyboard size={24} stroke={1.8} aria-hidden />
          {text('scan.type')}
        </Button>
        <LabelButton size="glove">
          <IconPhoto size={24} stroke={1.8} aria-hidden />
          {text('scan.picture')}
          <input
            className="hidden-visually"
            type="file"
            accept="image/*"
            capture="environment"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              target.value = ''
              if (file) still(file)
            }}
          />
        </LabelButton>
        {torch !== null && (
          <IconButton kind="second" size="glove" aria-pressed={torch} label={text('scan.torch')} onClick={shine}>
            <Bulb size={26} stroke={1.8} aria-hidden />
          </IconButton>
        )}
      </div>
      <div className={`${css.row} flex gap-8`}>
        <Button size="glove" onClick={close}>
          <IconArrowLeft size={26} stroke={2} aria-hidden />
          {text('scan.back')}
        </Button>
      </div>
    </div>
  )
}
