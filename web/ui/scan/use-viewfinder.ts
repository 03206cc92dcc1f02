import { useEffect, useRef, useState } from 'react'

/** `refused`: no permission from the user or the device; `none`: no camera available. */
type CameraState = 'starting' | 'on' | 'refused' | 'none'

/** Supported by mobile browsers only. */
interface TorchCapabilities {
  torch?: boolean
}
const wanted: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
}

async function openCamera(): Promise<MediaStream> {
  if (!('mediaDevices' in navigator)) throw new DOMException('', 'NotFoundError')
  return navigator.mediaDevices.getUserMedia(wanted)
}
const stop = (stream: MediaStream) => stream.getTracks().forEach((track) => track.stop())
const canShine = (track: MediaStreamTrack | undefined) =>
  (track?.getCapabilities?.() as TorchCapabilities | undefined)?.torch === true

/** The rear camera in a video element; released when the page is hidden. */
export function useViewfinder(running: boolean) {
  const video = useRef<HTMLVideoElement>(null)
  const track = useRef<MediaStreamTrack>(undefined)
  const [state, setState] = useState<CameraState>('starting')
  const [torch, setTorch] = useState<boolean | null>(null)
  const [visible, setVisible] = useState(true)
  useEffect(() => {
    const look = () => setVisible(!document.hidden)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  useEffect(() => {
    if (!running || !visible) return
    let wantedStill = true
    let opened: MediaStream | undefined
    const element = video.current
    const begin = async () => {
      opened = await openCamera()
      if (!wantedStill) return stop(opened)
      track.current = opened.getVideoTracks()[0]
      setTorch(canShine(track.current) ? false : null)
      if (!element) return
      element.srcObject = opened
      await element.play().catch(() => undefined)
      setState('on')
    }
    begin().catch((error: unknown) => {
      const { name } = error as DOMException
      if (wantedStill) setState(name === 'NotAllowedError' || name === 'SecurityError' ? 'refused' : 'none')
    })
    return () => {
      wantedStill = false
      // Keeps the last frame on the screen.
      element?.pause()
      if (opened) stop(opened)
    }
  }, [running, visible])
  const shine = async () => {
    const on = !torch
    // Not in the DOM types yet.
    await track.current?.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] }).then(
      () => setTorch(on),
      () => setTorch(null),
    )
  }
  return { video, state, torch, shine }
}
