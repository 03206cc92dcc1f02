import { createElement, Fragment, type ReactNode } from 'react'
import { agreementNodes, type AgreementNode } from './agreement-nodes.ts'
import styles from './agreements.module.css'

/** Headings are moved below the heading of the page. */
const shownAs: Readonly<Record<string, string>> = { h1: 'h3', h2: 'h3', h3: 'h4' }

function drawn(child: AgreementNode | string, index: number): ReactNode {
  if (typeof child === 'string') return <Fragment key={index}>{child}</Fragment>
  const { tag, children } = child
  const inside = children.length === 0 ? undefined : children.map(drawn)
  return createElement(shownAs[tag] ?? tag, { key: index }, inside)
}

/** Text of an agreement. Scrollable, also by keyboard. */
export function AgreementText({ html, label }: { html: string; label: string }) {
  return (
    <div className={styles.text} tabIndex={0} role="region" aria-label={label}>
      {agreementNodes(html).map(drawn)}
    </div>
  )
}
