/** What Node is told to run the server, from the project's folder. */
export const serverWords: readonly string[]
export const serverEnv: Readonly<Record<string, string>>
