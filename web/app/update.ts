import type { Output } from '@hilo/contract/index.ts'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../api/call.ts'
import { platform } from '../api/native.ts'
import { useWriting } from '../ui/form/writing.ts'
import { isNewer } from './newer.ts'

export type Release = Output<'version/is_valid'>

const everyMs = 3_600_000
/** The steps of an intervention: what can wait does not come before a box. */
const atWork = /^\/tecnico\/intervencion\//
/** The version that the person has put off, for as long as this tab lives. */
const key = 'update.dismissed'

/**
 * The version to tell of, if any: asked for at the start and every hour. One that can be put off waits while somebody is
 * writing or at work on a box.
 */
export function useRelease(): { release: Release | null; dismiss: () => void } {
  const [release, setRelease] = useState<Release | null>(null)
  const [dismissed, setDismissed] = useState(() => sessionStorage.getItem(key))
  const writing = useWriting()
  const working = useLocation({ select: ({ pathname }) => atWork.test(pathname) })
  useEffect(() => {
    // Without an answer the version in use goes on being good.
    const ask = () =>
      void call('version/is_valid', { platform, version: __HILO_VERSION__ }).then(setRelease, () => undefined)
    ask()
    const timer = setInterval(ask, everyMs)
    return () => clearInterval(timer)
  }, [])
  const dismiss = () => {
    const latest = release?.latest ?? ''
    sessionStorage.setItem(key, latest)
    setDismissed(latest)
  }
  const told =
    release !== null &&
    isNewer(release.latest, __HILO_VERSION__) &&
    release.latest !== dismissed &&
    !writing &&
    !working
  return { release: release?.mandatory === true || told ? release : null, dismiss }
}
