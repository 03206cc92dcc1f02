/** A label without what eyes, hands and cameras add or drop. */
export const plainLabel = (label: string): string => label.replace(/\s/g, '').toUpperCase()
/** Two labels as people and cameras read them. */
export const sameLabel = (a: string, b: string): boolean => plainLabel(a) === plainLabel(b)
