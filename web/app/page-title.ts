/** Debounce of heading changes, ms. */
const pause = 120

/** Text of a heading without the counts inside it. */
function wordsOf(heading: Element): string {
  const own = [...heading.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
  const words = own.map(({ textContent }) => textContent ?? '').join('')
  return (words.trim() || (heading.textContent ?? '')).trim()
}

/** Keeps document.title equal to the screen's heading: for the tab, the history and screen readers. */
export function followHeading(root: HTMLElement): void {
  const name = document.title
  let timer: ReturnType<typeof setTimeout> | undefined
  const say = () => {
    timer = undefined
    const heading = root.querySelector('h1')
    const words = heading === null ? '' : wordsOf(heading)
    const title = words === '' || words === name ? name : `${words} · ${name}`
    if (document.title !== title) document.title = title
  }
  new MutationObserver(() => (timer ??= setTimeout(say, pause))).observe(root, {
    childList: true,
    subtree: true,
    characterData: true,
  })
}
