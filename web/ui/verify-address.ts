/** Address at which anybody checks a discharge code, to be handed on with it. */
export const verifyAddress = (origin: string, code: string): string => `${origin}/verificar?codigo=${code}`
