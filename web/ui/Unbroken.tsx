import { Fragment } from 'react'
import { codePieces } from './unbroken.ts'

/** A sentence whose codes stay on one line each. */
export function Unbroken({ children }: { children: string }) {
  return codePieces(children).map((piece, index) =>
    index % 2 === 1 ? (
      <span key={index} className="code">
        {piece}
      </span>
    ) : (
      <Fragment key={index}>{piece}</Fragment>
    ),
  )
}
