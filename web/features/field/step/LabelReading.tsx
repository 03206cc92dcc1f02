import IconCamera from '@iconify-json/tabler/camera'
import IconKeyboard from '@iconify-json/tabler/keyboard'
import type { Level } from '@hilo/domain/optics.ts'
import { useRef, type ReactNode } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { compareLabels, type Mark } from '../../../ui/compare-labels.ts'
import { text } from '../../../ui/text.ts'
import css from './label.module.css'
import phone from '../phone.module.css'
import { CameraInput } from './Picture.tsx'
import { StateSign } from '../StateSign.tsx'
import type { Shot } from '../../../offline/picture.ts'
import type { Question, StepPicture } from './use-pictures.ts'

interface LabelFrameProps {
  picture: StepPicture | undefined
  busy: boolean
  level: Level | null
  /** Origin of the label: `qr`, `barcode` or `ocr`; typed otherwise. */
  source?: string | null | undefined
  take: (shot: Shot) => Promise<Question | null> | null
  /** Replaces the reading buttons. */
  act?: ReactNode
  children?: ReactNode
}

const sourceWords: Readonly<Record<string, string>> = {
  qr: 'tech.label.qr',
  barcode: 'tech.label.barcode',
  ocr: 'tech.label.ocr',
}

/** Picture of the label, framed in the colour of its check. */
export function LabelFrame({ picture, busy, level, source, take, act, children }: LabelFrameProps) {
  const open = useRef<() => void>(() => undefined)
  const write = () => document.querySelector<HTMLInputElement>('[data-field$="label_read"] input')?.focus()
  const reason = picture?.evidence.reason
  return (
    <>
      <div className={css.frame} data-field={reason && `picture.${reason}`}>
        {picture?.preview && <img className="full tall absolute cover inset-0" src={picture.preview} alt="" />}
        <svg
          className={css.corners}
          viewBox="0 0 346 250"
          preserveAspectRatio="none"
          data-level={level ?? undefined}
          aria-hidden="true"
        >
          <path
            d="M2 44V18Q2 2 18 2H44M302 2H328Q344 2 344 18V44M344 206V232Q344 248 328 248H302M44 248H18Q2 248 2 232V206"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <p className={css.say} aria-live="polite">
          {picture?.taken && <StateSign level="ok" size={20} />}
          {text(
            busy
              ? 'tech.picture.busy'
              : (sourceWords[source ?? ''] ?? (picture?.taken ? 'tech.label.kept' : 'tech.label.frame')),
          )}
        </p>
      </div>
      {children}
      <div className={css.acts}>
        {act || (
          <Button className="title min-h-56 hand-size-l" size="glove" onClick={write}>
            <IconKeyboard size={24} stroke={1.8} aria-hidden />
            {text('tech.label.write')}
          </Button>
        )}
        <CameraInput open={(click) => (open.current = click)} take={take} />
        <Button
          className="title min-h-56 hand-size-l"
          size="glove"
          aria-label={text(picture?.taken ? 'tech.label.picture_again' : 'tech.label.picture')}
          style={act ? { flex: '0 0 60px' } : undefined}
          onClick={() => open.current()}
        >
          <IconCamera size={24} stroke={1.8} aria-hidden />
          {!act && text(picture?.taken ? 'tech.label.picture_again' : 'tech.label.picture')}
        </Button>
      </div>
    </>
  )
}

/** Read and expected label; the differences are marked. */
export function LabelCompared({
  read,
  expected,
  level,
  word,
}: {
  read: string
  expected: string
  level: Level
  word: string
}) {
  const marks = compareLabels(read, expected)
  return (
    <dl className={css.read}>
      <dt className="ink-note">{text('tech.label.read')}</dt>
      <dd className="anywhere code-figures weight-680">
        <Marked marks={marks.read} />
      </dd>
      <dt className="ink-note">{text('tech.label.expected')}</dt>
      <dd className={`${css.due} anywhere code-figures weight-680`}>
        <Marked marks={marks.expected} />
      </dd>
      <dd
        className={`${css.sign} ${level === 'ok' ? phone.good : level === 'aviso' ? phone.warn : phone.bad} anywhere code-figures weight-680`}
        aria-live="polite"
      >
        <StateSign level={level} size={40} />
        <span style={{ fontSize: '1rem' }}>{word}</span>
      </dd>
    </dl>
  )
}

function Marked({ marks }: { marks: readonly Mark[] }) {
  return marks.map(({ char, same }, at) => (same ? <span key={at}>{char}</span> : <mark key={at}>{char}</mark>))
}
