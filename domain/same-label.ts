/** A label without differences of spacing and case. */
const plainLabel = (label: string): string => label.replace(/\s/g, '').toUpperCase()
/** Whether two typed or scanned labels are equal. */
export const sameLabel = (a: string, b: string): boolean => plainLabel(a) === plainLabel(b)
