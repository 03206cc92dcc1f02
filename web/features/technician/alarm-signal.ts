import { feel } from '../../native/haptics.ts'

/** What the hand and the ear are told while a neighbour is without light: 500 ms on, 300 off. */
const on = 500
const period = 800

let audio: AudioContext | null = null
let timer: ReturnType<typeof setInterval> | undefined

/** A browser gives no sound before somebody has touched the page: the first touch opens it. */
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

/** Goes on until it is stopped. */
export function startSignal(): () => void {
  const once = () => {
    feel('alarm')
    tone(988, 740, on, 0.5)
  }
  clearInterval(timer)
  once()
  timer = setInterval(once, period)
  return () => clearInterval(timer)
}

/** The light is back: one long soft sign. */
export function signalCleared(): void {
  feel('success')
  tone(523, 659, 600, 0.15)
}
