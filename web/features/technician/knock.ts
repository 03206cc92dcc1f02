/** A light knock for the finger, where the device has one. */
export function knock(pattern: number | number[]) {
  // Before the first touch a browser refuses, and says so aloud.
  if ('vibrate' in navigator && navigator.userActivation.hasBeenActive) navigator.vibrate(pattern)
}
