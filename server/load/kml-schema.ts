import { attributeOf, type Attributes } from './xml-stream.ts'

const numericType = /^(?:\w+:)?(?:float|double|u?int|u?short)$/i
/** Fields of all schemas of one document; more are read as text. */
const mostFields = 2000

/** Types of the fields that the schemas of a document declare, before or after the placemarks that refer to them. */
export class KmlSchemas {
  readonly #isNumeric = new Map<string, boolean>()
  #schema = ''

  open(name: string, attributes: Attributes): void {
    if (name === 'Schema') this.#schema = attributeOf(attributes, 'id') ?? attributeOf(attributes, 'name') ?? ''
    if (name !== 'SimpleField' || this.#isNumeric.size > mostFields) return
    const field = (attributeOf(attributes, 'name') ?? '').trim()
    const isNumeric = numericType.test((attributeOf(attributes, 'type') ?? '').trim())
    this.#isNumeric.set(`${this.#schema}\n${field}`, isNumeric)
    // For placemarks that name no schema, or one that is not there.
    this.#isNumeric.set(`\n${field}`, isNumeric && this.#isNumeric.get(`\n${field}`) !== false)
  }

  /** @param url of the schema, `#id` */
  isNumeric(url: string, field: string): boolean {
    const schema = url.slice(url.indexOf('#') + 1)
    return this.#isNumeric.get(`${schema}\n${field}`) ?? this.#isNumeric.get(`\n${field}`) ?? false
  }
}
