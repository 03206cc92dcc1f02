import { processState } from '@hilo/domain/status.ts'
import { useBlocker, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useLate } from '../../../ui/use-late.ts'
import { AlarmScreen } from './AlarmScreen.tsx'
import { openSound } from './alarm-signal.ts'
import { ClearedScreen } from './ClearedScreen.tsx'
import { useUnderWay } from '../use-work.ts'
import { acknowledgedKey, acknowledgedKeys, isAcknowledged } from './acknowledged.ts'
import { isUpstream, openAlarms, type Work } from '../work.ts'

/** Acknowledged alarms of this tab. Alarms restored from the device that ended before it opened are not shown again. */
const store = 'hilo.alarms.read'
function readBefore(): ReadonlySet<string> {
  try {
    return new Set((sessionStorage.getItem(store) ?? '').split(','))
  } catch {
    return new Set()
  }
}
function keepRead(read: ReadonlySet<string>): void {
  try {
    sessionStorage.setItem(store, [...read].join())
  } catch {
    // Without session storage an acknowledged alarm is shown once more after a reload.
  }
}

/** Longest wait for the server's first answer, ms: an alarm stored on the device may be over. */
const answerMs = 3000

const { wronglyFinalized, wronglyCancelled } = processState.is
/** True on screens that already show the harmed neighbours and the next actions. */
const tells = (path: string, { process_state: of, neighbours }: Work) =>
  (of === wronglyFinalized || of === wronglyCancelled) &&
  (neighbours.harmed_count ?? 0) > 0 &&
  /\/(?:veredicto$|vecinos)/.test(path)

/** Shows the alarm of a neighbour's cut above every screen of the technician; it closes only when the light returns. */
export function AlarmGuard() {
  const { works: known, settled } = useUnderWay()
  const late = useLate(answerMs)
  const works = settled || late ? known : []
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  const [read, setRead] = useState<ReadonlySet<string>>(readBefore)
  useEffect(openSound, [])
  const path = useLocation({ select: ({ pathname }) => pathname })
  const lasting = (work: Work) => openAlarms(work).filter((one) => !read.has(acknowledgedKey(work, one)))
  const alarmed = works.find((work) => lasting(work).length > 0 && !tells(path, work))
  const open = alarmed ? lasting(alarmed) : []
  const keys = open.map((alarm) => (alarmed ? acknowledgedKey(alarmed, alarm) : '')).join()
  useEffect(() => {
    if (keys !== '') setShown((before) => new Set([...before, ...keys.split(',')]))
  }, [keys])
  useBlocker({ shouldBlockFn: () => true, enableBeforeUnload: false, disabled: alarmed === undefined })
  if (alarmed) return <AlarmScreen key="alarm" work={alarmed} alarms={open} />
  const over = works.flatMap((work) =>
    (work.neighbours.alarms ?? [])
      .filter((one) => one.class !== null && !isAcknowledged(work, one, read))
      .filter((one) => shown.has(acknowledgedKey(work, one)) || isUpstream(one) || one.doubt === 'box_feeder')
      .map((one) => ({ work, one })),
  )
  const [first] = over
  if (!first) return null
  const mended = over.filter(({ work }) => work.id === first.work.id).map(({ one }) => one)
  const close = () => {
    const all = new Set([...read, ...over.flatMap(({ work, one }) => acknowledgedKeys(work, one))])
    keepRead(all)
    setRead(all)
  }
  return <ClearedScreen work={first.work} alarms={mended} close={close} />
}
