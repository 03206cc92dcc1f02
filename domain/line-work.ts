/** Enumerations and limits of remote operations on a line. */
export const resetStates = ['en_curso', 'confirmado', 'fallido'] as const
export const ontChangeStates = ['en_curso', 'hecho', 'revertido'] as const
export const ontChangeReasons = ['averia', 'mejora', 'robo'] as const

/** Results of a feasibility query. */
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
  /** Minimum interval between two diagnoses of one access. */
  diagnosis: minute,
  /** A restart not observed within this time has failed. */
  resetPatience: 5 * minute,
  /** The new ONT must be detected within this time, or the old one is served again. */
  newOnt: 10 * minute,
  /** Polling intervals while waiting for an ONT: initial, and after a while. */
  look: 5000,
  lookLater: { after: minute, every: 20_000 },
  /** Light at a port this long after its customer left is unexpected. */
  lightAfterCease: 48 * hour,
  /** Retry delays of commands to an OLT. */
  olt: [5000, 30_000, 2 * minute, 10 * minute],
} as const

/** Maximum restarts of one access per day. */
export const resetsPerDay = 3
/** Attempts to reach the OLT before an alert is raised: about a day. */
export const oltTries = 150
