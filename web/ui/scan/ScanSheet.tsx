import IconArrowLeft from '@iconify-json/tabler/arrow-left'
import IconBulb from '@iconify-json/tabler/bulb'
import IconBulbOff from '@iconify-json/tabler/bulb-off'
import IconKeyboard from '@iconify-json/tabler/keyboard'
import IconPhoto from '@iconify-json/tabler/photo'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { vibrate } from '../../native/haptics.ts'
import { text } from '../text.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { Button, IconButton, LabelButton } from '../../kit/Button.tsx'
import { WorkerFault } from '../../native/worker-client.ts'
import { readingsOf, typedReading, type Code, type Reading, type Wanted } from './codes.ts'
import { codesInVideo, looksAt } from './read-code.ts'
import css from './scan.module.css'
import { useViewfinder } from './use-viewfinder.ts'

interface ScanSheetProps {
  title: string
  read: (reading: Reading) => void
  wanted: Wanted
  close: () => void
}

/** Interval between camera frames examined, ms. */
const pause = 90

/** Why there is no label yet: nothing meant was seen, or the picture is being read, or holds none. */
type Said = 'strange' | 'nothing' | 'reading' | 'unreadable'

/** The readings of a picture; if there are none, why. */
async function readPicture(picture: Blob, wanted: Wanted): Promise<readonly Reading[] | Said> {
  const codes: Code[] = []
  try {
    for await (const found of looksAt(picture)) {
      codes.push(...found)
      const readings = readingsOf(codes, wanted)
      if (readings.length > 0) return readings
    }
  } catch (error) {
    // Any other failure, such as no memory for the whole picture, ends the looks: what was seen until then counts.
    if (error instanceof WorkerFault && error.fault === 'unreadable') return 'unreadable'
  }
  return codes.length > 0 ? 'strange' : 'nothing'
}

/** The search for a label, by camera or picture, until `done`: which labels were found, or why none. */
function useSearch(wanted: Wanted, done: (reading: Reading) => void) {
  const [typing, setTyping] = useState(false)
  const [said, setSaid] = useState<Said | null>(null)
  const [choices, setChoices] = useState<readonly Reading[]>([])
  const aiming = !typing && choices.length === 0
  const finder = useViewfinder(aiming)
  /** Whether the readings end the search. */
  const take = (readings: readonly Reading[]): boolean => {
    const [only, other] = readings
    if (only === undefined) return false
    vibrate('success')
    if (other === undefined) done(only)
    else setChoices(readings)
    return true
  }
  useReading(finder, aiming && said !== 'reading', (codes) => {
    if (codes.length > 0) setSaid('strange')
    return take(readingsOf(codes, wanted))
  })
  // Null once its answer is no longer wanted.
  const picture = useRef<Blob>(null)
  useEffect(() => () => void (picture.current = null), [])
  const still = async (file: Blob) => {
    picture.current = file
    setSaid('reading')
    const found = await readPicture(file, wanted)
    if (picture.current !== file) return
    setSaid(typeof found === 'string' ? found : null)
    if (typeof found !== 'string') take(found)
  }
  const start = (typed: boolean) => {
    picture.current = null
    setTyping(typed)
    setChoices([])
    setSaid(null)
  }
  return { typing, said, choices, finder, still, start }
}

/**
 * Full-screen scanner: takes the label that the step means and shows it in the step for correction, as native scanners
 * do; asks which where there are several. Offers typing and choosing a picture instead.
 */
export default function ScanSheet({ title, read, wanted, close }: ScanSheetProps) {
  const id = useId()
  const done = (reading: Reading) => {
    read(reading)
    close()
  }
  const { typing, said, choices, finder, still, start } = useSearch(wanted, done)
  const strange = wanted.kind === 'serial' ? 'strange_serial' : 'strange'
  const say = typing ? 'type' : choices.length > 0 ? 'several' : said === 'strange' ? strange : (said ?? finder.state)
  return (
    <Dialog close={close} kind="camera" className="hand-size-l" aria-labelledby={id}>
      <h2 id={id} className={css.title}>
        {title}
      </h2>
      <div className={css.view}>
        <video className="full tall absolute cover inset-0" ref={finder.video} muted playsInline aria-hidden />
        <Corners />
        <p className={css.say} aria-live="polite">
          {text(`scan.say.${say}`)}
        </p>
      </div>
      {typing ? (
        <Typed kind={wanted.kind} back={() => start(false)} done={done} />
      ) : choices.length > 0 ? (
        <Choices choices={choices} choose={done} back={() => start(false)} />
      ) : (
        <Ways
          torch={finder.torch}
          shine={() => void finder.shine()}
          type={() => start(true)}
          still={(file) => void still(file)}
          busy={said === 'reading'}
          close={close}
        />
      )}
    </Dialog>
  )
}

/** Examines frames repeatedly while the camera is on. */
function useReading(
  { video, state }: ReturnType<typeof useViewfinder>,
  looking: boolean,
  take: (codes: readonly Code[]) => boolean,
): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    if (!looking || state !== 'on') return
    let timer: ReturnType<typeof setTimeout>
    let wanted = true
    let frame = 0
    const look = async () => {
      const seen = video.current
      const ready = seen !== null && seen.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
      const codes = ready ? await codesInVideo(seen, frame++).catch(() => []) : []
      if (wanted && !latest.current(codes)) timer = setTimeout(() => void look(), pause)
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

interface ChoicesProps {
  choices: readonly Reading[]
  choose: (reading: Reading) => void
  back: () => void
}

/** Several labels in one picture: only the technician knows which one is meant. */
function Choices({ choices, choose, back }: ChoicesProps) {
  return (
    <div className={`${css.foot} ${css.choices}`}>
      {choices.map((one) => (
        <Button key={one.label} size="glove" onClick={() => choose(one)}>
          <span className="code">{one.label}</span>
        </Button>
      ))}
      <Button size="glove" onClick={back}>
        {text('scan.again')}
      </Button>
    </div>
  )
}

interface TypedProps {
  kind: Wanted['kind']
  back: () => void
  done: (reading: Reading) => void
}

/** Manual entry, for labels that the camera cannot read. */
function Typed({ kind, back, done }: TypedProps) {
  const [written, setWritten] = useState('')
  const reading = typedReading(written, kind)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reading !== null) done(reading)
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
        <Button type="submit" kind="main" size="glove" aria-disabled={reading === null}>
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
  /** A picture is being read. */
  busy: boolean
  close: () => void
}

function Ways({ torch, shine, type, still, busy, close }: WaysProps) {
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
            disabled={busy}
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
