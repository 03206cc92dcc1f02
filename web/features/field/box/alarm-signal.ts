import { vibrate } from '../../../native/haptics.ts'

/** Vibration and sound pattern of an alarm, ms on and off. */
const on = 500
const period = 800

let audio: AudioContext | null = null
let timer: ReturnType<typeof setInterval> | undefined

/** Unlocks audio on the first touch: browsers block sound before a user gesture. */
export function openSound(): () => void {
  const open = () => {
    audio ??= new AudioContext()
    if (audio.state === 'suspended') void audio.resume()
  }
  window.addEventListener('pointerdown', open)
  window.addEventListener('keydown', open)
  return () => {
    window.removeEventListener('pointerdown', open)
    window.removeEventListener('keydown', open)
  }
}

function tone(from: number, to: number, ms: number, loud: number) {
  if (audio === null || audio.state !== 'running') return
  const [voice, volume] = [audio.createOscillator(), audio.createGain()]
  const start = audio.currentTime
  voice.type = 'square'
  voice.frequency.setValueAtTime(from, start)
  voice.frequency.setValueAtTime(to, start + ms / 2000)
  volume.gain.setValueAtTime(loud, start)
  volume.gain.linearRampToValueAtTime(0, start + ms / 1000)
  voice.connect(volume).connect(audio.destination)
  voice.start(start)
  voice.stop(start + ms / 1000)
}

/** Starts the alarm signal; the returned function stops it. */
export function startSignal(): () => void {
  const once = () => {
    vibrate('alarm')
    tone(988, 740, on, 0.5)
  }
  clearInterval(timer)
  once()
  timer = setInterval(once, period)
  return () => clearInterval(timer)
}

/** One long soft signal: the light is back. */
export function signalCleared(): void {
  vibrate('success')
  tone(523, 659, 600, 0.15)
}

/** Neighbours are dark, and the evidence does not point at this work: one short signal instead of the alarm. */
export function signalUnsure(): void {
  vibrate('warning')
  tone(659, 659, 300, 0.25)
}
