/** Data of a password reset between its screens, in this tab only. */
const keys = { email: 'reset.email', token: 'reset.token' } as const

export const resetTrip = {
  get: (key: keyof typeof keys): string => sessionStorage.getItem(keys[key]) ?? '',
  keep: (key: keyof typeof keys, value: string): void => sessionStorage.setItem(keys[key], value),
  forget(): void {
    for (const key of Object.values(keys)) sessionStorage.removeItem(key)
  },
}
