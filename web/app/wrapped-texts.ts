/**
 * Translators and reading aids wrap the page's text nodes in elements of their own. React still holds the text nodes, and a node
 * that is not where it was put ends the whole screen. Here such a node is removed where it is, and what belongs before it
 * goes before its wrapper.
 */
export function allowWrappedTexts(node: Node = Node.prototype): void {
  const { removeChild, insertBefore } = node
  node.removeChild = function <T extends Node>(this: Node, child: T): T {
    return child.parentNode === null ? child : (removeChild.call(child.parentNode, child) as T)
  }
  node.insertBefore = function <T extends Node>(this: Node, child: T, before: Node | null): T {
    let place = before
    while (place !== null && place.parentNode !== this && place.parentNode !== null) place = place.parentNode
    return insertBefore.call(this, child, place?.parentNode === this ? place : null) as T
  }
}
