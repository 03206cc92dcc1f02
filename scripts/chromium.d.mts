/** The browser that was found already, else the best of those on the path, else Playwright's own. */
export function foundChromium(): { executablePath?: string }
