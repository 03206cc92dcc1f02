import type { Limits } from '@hilo/domain/optics.ts'
import IconBackspace from '@iconify-json/tabler/backspace'
import IconX from '@iconify-json/tabler/x'
import { useEffect, useRef } from 'react'
import { vibrate } from '../../../native/haptics.ts'
import { Press } from '../../../kit/Button.tsx'
import { text } from '../../../ui/text.ts'
import { dbmOf, press, type Key } from './power-keypad.ts'
import css from './power.module.css'
import { powerVerdict } from './power-words.ts'
import { PowerScale } from './PowerScale.tsx'
import { StateSign } from '../StateSign.tsx'

const keys: readonly Key[] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', ',', '0', 'back']

interface PowerEntryProps {
  figure: string
  change: (figure: string) => void
  limits: Limits
}

/** Keypad with the figure, its check level and its place on the scale, updated on each key. */
export function PowerEntry({ figure, change, limits }: PowerEntryProps) {
  const dbm = dbmOf(figure)
  const level = dbm === null ? null : powerVerdict(dbm, limits).level
  const before = useRef(level)
  useEffect(() => {
    if (level === 'bloqueo' && before.current !== level) vibrate('warning')
    before.current = level
  }, [level])
  const typed = (key: string) => {
    const known = key === 'Backspace' ? 'back' : key === '.' ? ',' : keys.find((one) => one === key)
    if (known) change(press(figure, known))
    return known !== undefined
  }
  return (
    <div
      data-field="power_dbm"
      role="group"
      aria-label={text('tech.power.entry')}
      onKeyDown={(event) => {
        if (!(event.target instanceof HTMLInputElement) && typed(event.key)) event.preventDefault()
      }}
    >
      <div className={css.figure}>
        <span className={css.number} data-empty={figure === '' || undefined}>
          −{figure === '' ? '00,00' : figure}
        </span>
        <span className={`${css.caret} rigid`} />
        <span className={css.unit}>dBm</span>
        {figure !== '' && (
          <Press className={css.clear} aria-label={text('tech.power.clear')} onClick={() => change('')}>
            <IconX size={26} stroke={2} aria-hidden />
          </Press>
        )}
      </div>
      <PowerVerdictLine dbm={dbm} limits={limits} />
      <PowerScale dbm={dbm} limits={limits} />
      <KeyPad
        act={(key) => {
          vibrate('tap')
          change(press(figure, key))
        }}
      />
    </div>
  )
}

function PowerVerdictLine({ dbm, limits }: { dbm: number | null; limits: Limits }) {
  const found = dbm === null ? null : powerVerdict(dbm, limits)
  return (
    <p className={css.verdict} data-level={found?.level} aria-live="polite">
      {found ? (
        <>
          <StateSign level={found.level} />
          <strong className="hand-size-xl bold">{text(`list.level.${found.level}`)}</strong>
          <span className="push text-right">{text(`tech.power.${found.side}`, { db: found.distance })}</span>
        </>
      ) : (
        text('tech.power.none')
      )}
    </p>
  )
}

function KeyPad({ act }: { act: (key: Key) => void }) {
  return (
    <div className={css.pad}>
      {keys.map((key) => (
        <Press
          key={key}
          className={css.key}
          aria-label={key === 'back' ? text('tech.power.back') : key === ',' ? text('tech.power.comma') : undefined}
          onClick={() => act(key)}
        >
          {key === 'back' ? <IconBackspace size={26} stroke={2} aria-hidden /> : key}
        </Press>
      ))}
    </div>
  )
}
