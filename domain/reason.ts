/** Default reasons of every operator, by catalogue: for cancelling, ceasing and no access. */
export const reasonCatalogues = {
  order_cancel: ['cliente_desiste', 'duplicada', 'datos_erroneos', 'sin_acceso', 'cto_copada', 'otra'],
  event_cancel: ['cliente_ausente', 'cliente_desiste', 'sin_acceso', 'cto_copada', 'potencia', 'otra'],
  no_access: ['sin_llave', 'conserje_ausente', 'propiedad_deniega', 'altura', 'camara_inundada', 'otra'],
  unsubscription: ['cliente_baja', 'impago', 'portabilidad', 'traslado', 'otra'],
  enrollment_reject: ['etiqueta_ilegible', 'etiqueta_equivocada', 'foto_repetida', 'otra'],
} as const satisfies Readonly<Record<string, readonly string[]>>
export type ReasonCatalogue = keyof typeof reasonCatalogues
export const catalogueNames = Object.keys(reasonCatalogues) as ReasonCatalogue[]
/** The reason "other" cannot be removed, so that every case has a fitting reason. */
export const otherReason = 'otra'

/** Text key of a built-in reason. */
export const reasonText = (catalogue: ReasonCatalogue, code: string) => `reason.${catalogue}.${code}`
