import { processState } from '@hilo/domain/status.ts'
import { useBlocker, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { AlarmScreen } from './AlarmScreen.tsx'
import { openSound } from './alarm-signal.ts'
import { ClearedScreen } from './ClearedScreen.tsx'
import { useUnderWay } from './use-work.ts'
import { isUpstream, openAlarms, type Alarm, type Work } from './work.ts'

const keyOf = (work: Work, { port, down_at }: Alarm) => `${work.id}/${port}/${down_at}`

const { wronglyFinalized, wronglyCancelled } = processState.is
/** Where a neighbour without light is what the whole screen is about already, with what may still be done. */
const tells = (path: string, { process_state: of, neighbours }: Work) =>
  (of === wronglyFinalized || of === wronglyCancelled) &&
  (neighbours.harmed_count ?? 0) > 0 &&
  /\/(?:veredicto$|vecinos)/.test(path)

/** Watches over the technician's box from whatever screen: a cut comes up at once and leaves only when it is mended. */
export function AlarmGuard() {
  const { works, offset } = useUnderWay()
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  const [read, setRead] = useState<ReadonlySet<string>>(new Set())
  useEffect(openSound, [])
  const path = useLocation({ select: ({ pathname }) => pathname })
  const alarmed = works.find((work) => openAlarms(work).length > 0 && !tells(path, work))
  const open = alarmed ? openAlarms(alarmed) : []
  const keys = open.map((alarm) => (alarmed ? keyOf(alarmed, alarm) : '')).join()
  useEffect(() => {
    if (keys !== '') setShown((before) => new Set([...before, ...keys.split(',')]))
  }, [keys])
  useBlocker({ shouldBlockFn: () => true, enableBeforeUnload: false, disabled: alarmed === undefined })
  if (alarmed) return <AlarmScreen key="alarm" work={alarmed} alarms={open} offset={offset} />
  const over = works.flatMap((work) =>
    (work.neighbours.alarms ?? [])
      .filter((one) => one.class !== null && !read.has(keyOf(work, one)))
      .filter((one) => shown.has(keyOf(work, one)) || isUpstream(one))
      .map((one) => ({ work, one })),
  )
  const [first] = over
  if (!first) return null
  const mended = over.filter(({ work }) => work.id === first.work.id).map(({ one }) => one)
  const close = () => setRead((before) => new Set([...before, ...over.map(({ work, one }) => keyOf(work, one))]))
  return <ClearedScreen work={first.work} alarms={mended} close={close} />
}
