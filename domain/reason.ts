/** Why somebody cancels, ceases or does not get in: the reasons that every operator begins with, by their catalogue. */
export const reasonCatalogues = {
  order_cancel: ['cliente_desiste', 'duplicada', 'datos_erroneos', 'sin_acceso', 'cto_copada', 'otra'],
  event_cancel: ['cliente_ausente', 'cliente_desiste', 'sin_acceso', 'cto_copada', 'potencia', 'otra'],
  no_access: ['sin_llave', 'conserje_ausente', 'propiedad_deniega', 'altura', 'camara_inundada', 'otra'],
  unsubscription: ['cliente_baja', 'impago', 'portabilidad', 'traslado', 'otra'],
  enrollment_reject: ['etiqueta_ilegible', 'etiqueta_equivocada', 'foto_repetida', 'otra'],
} as const satisfies Readonly<Record<string, readonly string[]>>
export type ReasonCatalogue = keyof typeof reasonCatalogues
export const catalogueNames = Object.keys(reasonCatalogues) as ReasonCatalogue[]
/** Somebody who finds nothing that fits must still be able to say so. */
export const alwaysThere = 'otra'

/** Key of the text of a reason that the product knows. */
export const reasonText = (catalogue: ReasonCatalogue, code: string) => `reason.${catalogue}.${code}`
