import { processState } from '@hilo/domain/status.ts'
import { useBlocker, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { AlarmScreen } from './AlarmScreen.tsx'
import { openSound } from './alarm-signal.ts'
import { ClearedScreen } from './ClearedScreen.tsx'
import { useUnderWay } from './use-work.ts'
import { isUpstream, openAlarms, type Alarm, type Work } from './work.ts'

const keyOf = (work: Work, { port, down_at }: Alarm) => `${work.id}/${port}/${down_at}`

/** What the person has been told is over, for this tab: what the device remembers from before it was is no alarm. */
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
    // Then it is told once more after a reload.
  }
}

const { wronglyFinalized, wronglyCancelled } = processState.is
/** Where a neighbour without light is what the whole screen is about already, with what may still be done. */
const tells = (path: string, { process_state: of, neighbours }: Work) =>
  (of === wronglyFinalized || of === wronglyCancelled) &&
  (neighbours.harmed_count ?? 0) > 0 &&
  /\/(?:veredicto$|vecinos)/.test(path)

/** Watches over the technician's box from whatever screen: a cut comes up at once and leaves only when it is mended. */
export function AlarmGuard() {
  const { works } = useUnderWay()
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  const [read, setRead] = useState<ReadonlySet<string>>(readBefore)
  useEffect(openSound, [])
  const path = useLocation({ select: ({ pathname }) => pathname })
  const lasting = (work: Work) => openAlarms(work).filter((one) => !read.has(keyOf(work, one)))
  const alarmed = works.find((work) => lasting(work).length > 0 && !tells(path, work))
  const open = alarmed ? lasting(alarmed) : []
  const keys = open.map((alarm) => (alarmed ? keyOf(alarmed, alarm) : '')).join()
  useEffect(() => {
    if (keys !== '') setShown((before) => new Set([...before, ...keys.split(',')]))
  }, [keys])
  useBlocker({ shouldBlockFn: () => true, enableBeforeUnload: false, disabled: alarmed === undefined })
  if (alarmed) return <AlarmScreen key="alarm" work={alarmed} alarms={open} />
  const over = works.flatMap((work) =>
    (work.neighbours.alarms ?? [])
      .filter((one) => one.class !== null && !read.has(keyOf(work, one)))
      .filter((one) => shown.has(keyOf(work, one)) || isUpstream(one))
      .map((one) => ({ work, one })),
  )
  const [first] = over
  if (!first) return null
  const mended = over.filter(({ work }) => work.id === first.work.id).map(({ one }) => one)
  const close = () => {
    const all = new Set([...read, ...over.map(({ work, one }) => keyOf(work, one))])
    keepRead(all)
    setRead(all)
  }
  return <ClearedScreen work={first.work} alarms={mended} close={close} />
}
