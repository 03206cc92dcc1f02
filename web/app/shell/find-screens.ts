import { looseName } from '@hilo/domain/text.ts'
import { text } from '../../ui/text.ts'
import type { MenuGroup } from '../menu.ts'
import type { Hit } from './recent.ts'

const most = 5

/** Every screen of the menu, with its name and the name of its entry. */
function screensOf(groups: readonly MenuGroup[]): Hit[] {
  const hit = (route: string, label: string, above: string | null): Hit => ({
    kind: 'screen',
    code: text(label),
    title: above === null ? '' : text(above),
    route,
  })
  return groups.flatMap(({ label: group, entries }) =>
    entries.flatMap(({ route, label, under = [] }) =>
      under.length > 0 ? under.map((one) => hit(one.route, one.label, label)) : [hit(route, label, group)],
    ),
  )
}

/**
 * Screens with words in their own or their entry's name that begin like the typed ones; matches of the own name first.
 */
export function findScreens(typed: string, groups: readonly MenuGroup[]): Hit[] {
  const wanted = looseName(typed).split(' ').filter(Boolean)
  const begins = (name: string) => {
    const words = looseName(name).split(/[\s/()-]+/)
    return wanted.every((part) => words.some((word) => word.startsWith(part)))
  }
  if (wanted.length === 0) return []
  const all = screensOf(groups)
  const own = all.filter(({ code }) => begins(code))
  const others = all.filter((one) => !own.includes(one) && begins(`${one.code} ${one.title}`))
  return [...own, ...others].slice(0, most)
}
