/** What a page tells the worker: to take over, or to fetch at once what would be fetched when needed. */
export type Message = 'take over' | 'fetch later parts'

export const isMessage = (value: unknown): value is Message => value === 'take over' || value === 'fetch later parts'
