/** Milliseconds in which changes of a screen are read together. */
const pause = 120

/** The words of a heading itself, without the figures that stand in it. */
function wordsOf(heading: Element): string {
  const own = [...heading.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
  const words = own.map(({ textContent }) => textContent ?? '').join('')
  return (words.trim() || (heading.textContent ?? '')).trim()
}

/** The page is called what its screen is called: in the tab, in the history and by whoever reads it aloud. */
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
