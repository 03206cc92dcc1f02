import type { Output } from '@hilo/contract/index.ts'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../api/call.ts'
import { platform } from '../native/index.ts'
import { useWriting } from '../ui/form/writing.ts'
import { isNewer } from './newer.ts'

export type Release = Output<'version/is_valid'>

const everyMs = 3_600_000
/** The steps of an intervention: what can wait does not come before a box. */
const atWork = /^\/tecnico\/intervencion\//
/** A page that the phone keeps has its own way of telling, once the new version is on the phone as well. */
const isKept = () => 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
const isField = /^\/tecnico(?:\/|$)/
/** The version that the person has put off, for as long as this tab lives. */
const key = 'update.dismissed'

/**
 * The version to tell of, if any: asked for at the start and every hour. One that can be put off waits while somebody is
 * writing or at work on a box, and is left to the bar of the technician's screens where the phone keeps them.
 */
export function useRelease(): { release: Release | null; dismiss: () => void } {
  const [release, setRelease] = useState<Release | null>(null)
  const [dismissed, setDismissed] = useState(() => sessionStorage.getItem(key))
  const writing = useWriting()
  const waits = useLocation({
    select: ({ pathname }) => atWork.test(pathname) || (isField.test(pathname) && isKept()),
  })
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
    release !== null && isNewer(release.latest, __HILO_VERSION__) && release.latest !== dismissed && !writing && !waits
  return { release: release?.mandatory === true || told ? release : null, dismiss }
}
