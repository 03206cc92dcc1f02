import IconMinus from '@iconify-json/tabler/minus'
import IconPlus from '@iconify-json/tabler/plus'
import IconRotateClockwise from '@iconify-json/tabler/rotate-clockwise'
import IconZoomReset from '@iconify-json/tabler/zoom-reset'
import type { ReactNode } from 'react'
import { useFile } from '../../api/use-file.ts'
import { Press } from '../../kit/Button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import styles from './stage.module.css'
import type { Stage } from './use-stage.ts'

interface PictureStageProps {
  stage: Stage
  fileId: number
  width: number
  height: number
  /** Accessible name. */
  name: string
}

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const

function Tool({ name, act, children }: { name: string; act: () => void; children: ReactNode }) {
  return (
    <Press aria-label={name} title={name} onClick={act}>
      {children}
    </Press>
  )
}

/** Buttons for the keyboard functions. */
function Tools({ stage }: { stage: Stage }) {
  return (
    <div
      className={`flex middle round surface ${styles.tools}`}
      role="toolbar"
      aria-label={text('verify.picture.tools')}
    >
      <Tool name={text('verify.picture.smaller')} act={stage.smaller}>
        <IconMinus {...icon} />
      </Tool>
      <output
        className="text-xs ink-2 text-center phone-hidden"
        aria-label={text('verify.picture.zoom')}
      >{`${formatNumber(stage.view.zoom * 100)}\u00a0%`}</output>
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

/** Zoomable picture at the available size. */
export function PictureStage({ stage, fileId, width, height, name }: PictureStageProps) {
  const { url, failed } = useFile(fileId, 'full')
  return (
    <>
      <div
        ref={stage.ref}
        className={`relative shrink-y clip sunk ${styles.stage} no-touch`}
        data-larger={stage.view.zoom > 1 || undefined}
        aria-busy={!url && !failed}
        onDoubleClick={() => (stage.view.zoom > 1 ? stage.reset() : [1, 2, 3].forEach(stage.larger))}
        {...stage.pointer}
      >
        {url && (
          <img
            className="absolute"
            src={url}
            alt={name}
            width={width}
            height={height}
            draggable={false}
            style={{ transform: stage.transform, margin: `${-height / 2}px ${-width / 2}px` }}
          />
        )}
        {failed && (
          <p className="grid centered padded tall" role="alert">
            {text('event.picture.failed')}
          </p>
        )}
      </div>
      <Tools stage={stage} />
    </>
  )
}
