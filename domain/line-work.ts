/** Words of what an operator does to a line from afar, and its limits. */
export const resetStates = ['en_curso', 'confirmado', 'fallido'] as const
export const ontChangeStates = ['en_curso', 'hecho', 'revertido'] as const
export const ontChangeReasons = ['averia', 'mejora', 'robo'] as const

/** Whether a home can be served. */
export const feasibilityResults = [
  'factible',
  'factible_con_obra',
  'cto_copada',
  'sin_cobertura',
  'en_despliegue',
] as const
export type FeasibilityResult = (typeof feasibilityResults)[number]

const minute = 60_000
const hour = 60 * minute

export const lineTimes = {
  /** Between two diagnoses of one access. */
  diagnosis: minute,
  /** A restart that nobody saw by then has failed. */
  resetPatience: 5 * minute,
  /** The new ONT has to be seen before the old one is served again. */
  newOnt: 10 * minute,
  /** Between two looks at an ONT that is awaited: at first, and once it has been awaited for so long. */
  look: 5000,
  lookLater: { after: minute, every: 20_000 },
  /** Light at the port of whoever left that long ago is somebody's. */
  lightAfterCease: 48 * hour,
  /** Between two tries to reach an OLT that has to be told something. */
  olt: [5000, 30_000, 2 * minute, 10 * minute],
} as const

/** Restarts of one access within a day. */
export const resetsPerDay = 3
/** Tries to reach the OLT before somebody has to look: about a day. */
export const oltTries = 150
