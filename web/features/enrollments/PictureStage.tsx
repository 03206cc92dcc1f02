import { IconMinus, IconPlus, IconRotateClockwise, IconZoomReset } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFile } from '../../api/use-file.ts'
import { formatNumber } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import styles from './stage.module.css'
import type { Stage } from './use-stage.ts'

interface PictureStageProps {
  stage: Stage
  fileId: number
  width: number
  height: number
  /** What it shows. */
  name: string
}

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const

function Tool({ name, act, children }: { name: string; act: () => void; children: ReactNode }) {
  return (
    <button type="button" aria-label={name} title={name} onClick={act}>
      {children}
    </button>
  )
}

/** What the keys do, for the mouse and the finger. */
function Tools({ stage }: { stage: Stage }) {
  return (
    <div className={styles.tools} role="toolbar" aria-label={text('verify.picture.tools')}>
      <Tool name={text('verify.picture.smaller')} act={stage.smaller}>
        <IconMinus {...icon} />
      </Tool>
      <output aria-label={text('verify.picture.zoom')}>{`${formatNumber(stage.view.zoom * 100)}\u00a0%`}</output>
      <Tool name={text('verify.picture.larger')} act={stage.larger}>
        <IconPlus {...icon} />
      </Tool>
      <Tool name={text('verify.picture.whole')} act={stage.reset}>
        <IconZoomReset {...icon} />
      </Tool>
      <Tool name={text('verify.picture.turn')} act={stage.turn}>
        <IconRotateClockwise {...icon} />
      </Tool>
    </div>
  )
}

/** A picture as large as there is room, to be looked at closely. */
export function PictureStage({ stage, fileId, width, height, name }: PictureStageProps) {
  const { url, failed } = useFile(fileId, 'full')
  return (
    <>
      <div
        ref={stage.ref}
        className={styles.stage}
        data-larger={stage.view.zoom > 1 || undefined}
        aria-busy={!url && !failed}
        onDoubleClick={() => (stage.view.zoom > 1 ? stage.reset() : [1, 2, 3].forEach(stage.larger))}
        {...stage.pointer}
      >
        {url && (
          <img
            src={url}
            alt={name}
            width={width}
            height={height}
            draggable={false}
            style={{ transform: stage.transform, margin: `${-height / 2}px ${-width / 2}px` }}
          />
        )}
        {failed && <p role="alert">{text('event.picture.failed')}</p>}
      </div>
      <Tools stage={stage} />
    </>
  )
}
