import type { Output } from '@hilo/contract/index.ts'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../api/call.ts'
import { platform } from '../native/index.ts'
import { useHasUnsavedForm } from '../ui/form/unsaved-forms.ts'
import { isNewer } from './newer-version.ts'

export type Release = Output<'version/is_valid'>

const everyMs = 3_600_000
/** Steps of an intervention: deferrable alerts wait. */
const atWork = /^\/tecnico\/intervencion\//
/** A page controlled by the service worker has its own notice, once the new version is cached. */
const isKept = () => 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
const isField = /^\/tecnico(?:\/|$)/
/** Storage key of the dismissed version; lives as long as the tab. */
const key = 'update.dismissed'

/**
 * The release to announce, if any: checked at the start and every hour. A dismissible one waits while a form has
 * unsaved input or a step is open, and is left to the technician's new-version bar where the service worker is active.
 */
export function useRelease(): { release: Release | null; dismiss: () => void } {
  const [release, setRelease] = useState<Release | null>(null)
  const [dismissed, setDismissed] = useState(() => sessionStorage.getItem(key))
  const writing = useHasUnsavedForm()
  const waits = useLocation({
    select: ({ pathname }) => atWork.test(pathname) || (isField.test(pathname) && isKept()),
  })
  useEffect(() => {
    // Without a response the current version stays valid.
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
