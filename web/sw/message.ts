/** What a page tells the worker: to take over, to fetch at once what would be fetched when needed, or to leave that for later. */
const messages = ['take over', 'fetch later parts', 'stop fetching'] as const
export type Message = (typeof messages)[number]

export const isMessage = (value: unknown): value is Message => messages.some((message) => message === value)
