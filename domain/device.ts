/** Programs that people use; `api` keys have none. */
export const platforms = ['web', 'android', 'ios'] as const
export type Platform = (typeof platforms)[number]

/** Browsers and systems by their mark in a user agent; the first match counts. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bHeadlessChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]
/** The marks by what they tell, as SQL needs them too. */
export const deviceMarks = { browser: browsers, system: systems }
/** An installation of the native application, which sends its id. */
export const installationId = /^[0-9a-f-]{32,36}$/i
const named = (list: typeof browsers, agent: string) => list.find(([pattern]) => pattern.test(agent))?.[1]

/** Browser and system of a user agent, if known. */
export function deviceOf(agent: string): { browser: string | undefined; system: string | undefined } {
  return { browser: named(browsers, agent), system: named(systems, agent) }
}
