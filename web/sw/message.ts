/** Messages from page to worker: activate now, prefetch the on-demand parts, or stop prefetching. */
const messages = ['take over', 'fetch later parts', 'stop fetching'] as const
export type Message = (typeof messages)[number]

export const isMessage = (value: unknown): value is Message => messages.some((message) => message === value)

/** Message from worker to page: show the screen of a notice that the user pressed. */
export const openLink = (link: string) => ({ open: link })
export const linkToOpen = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'open' in value ? value.open : null
