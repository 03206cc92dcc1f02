/**
 * A device for the native build: its plugins' storage is in the test, and calls of the application are recorded. Everything
 * above the plugins' native methods is the application's and Capacitor's real code.
 */
import type { BrowserContext, Page } from '@playwright/test'

type Options = Record<string, unknown>

/** Methods available to the page, as the bridge declares them. */
const plugins: Record<string, string[]> = {
  App: ['minimizeApp'],
  AppUpdate: ['openAppStore'],
  Browser: ['open', 'close'],
  Filesystem: ['mkdir', 'readdir', 'readFile', 'writeFile', 'rename', 'deleteFile'],
  Network: ['getStatus'],
  Preferences: ['get', 'set', 'remove'],
  SecureStorage: ['internalGetItem', 'internalSetItem', 'internalRemoveItem', 'internalClearItemsWithPrefix'],
}
const events = ['App', 'Network']

interface Bridged {
  hiloCall: (plugin: string, method: string, options: Options) => Promise<{ answer?: unknown; error?: string }>
  hiloFire: (plugin: string, event: string, data: unknown) => void
}

/** Runs in the page before its own scripts: the native half of the bridge. */
function bridge(headers: { name: string; methods: { name: string; rtype: string }[] }[]) {
  const page = window as unknown as Bridged & Record<string, unknown>
  const heard: { at: string; tell: (data: unknown) => void }[] = []
  page['androidBridge'] = {}
  page['Capacitor'] = {
    PluginHeaders: headers,
    nativePromise: async (plugin: string, method: string, options: Options) => {
      const { answer, error } = await page.hiloCall(plugin, method, options)
      if (error !== undefined) throw new Error(error)
      return answer
    },
    nativeCallback: (plugin: string, _method: string, options: Options, tell: (data: unknown) => void) => {
      heard.push({ at: `${plugin}/${String(options['eventName'])}`, tell })
      return String(heard.length)
    },
  }
  page.hiloFire = (plugin, event, data) =>
    heard.filter(({ at }) => at === `${plugin}/${event}`).forEach(({ tell }) => tell(data))
}

export class Device {
  readonly vault = new Map<string, string>()
  readonly preferences = new Map<string, string>()
  readonly files = new Map<string, string>()
  /** Calls that lead out of the application: `Browser.open https://…`. */
  readonly asked: string[] = []
  /** The vault cannot be read, as after a change of the device's lock. */
  locked = false
  /** Without a store, as after a manual installation. */
  storeless = false

  async plug(context: BrowserContext): Promise<void> {
    const listening = ['addListener', 'removeListener'].map((name) => ({ name, rtype: 'callback' }))
    const headers = Object.entries(plugins).map(([name, methods]) => ({
      name,
      methods: [
        ...methods.map((method) => ({ name: method, rtype: 'promise' })),
        ...(events.includes(name) ? listening : []),
      ],
    }))
    await context.exposeFunction('hiloCall', (plugin: string, method: string, options: Options = {}) => {
      try {
        return { answer: this.#answer(`${plugin}.${method}`, options) }
      } catch (error) {
        return { error: String(error) }
      }
    })
    await context.addInitScript(bridge, headers)
  }

  /** Fires an event of the device. */
  async fire(page: Page, plugin: string, event: string, data: unknown): Promise<void> {
    await page.evaluate(
      ([name, what, told]) => (window as unknown as Bridged).hiloFire(name as string, what as string, told),
      [plugin, event, data],
    )
  }

  #answer(call: string, options: Options): unknown {
    const [key, path, from, to] = ['key', 'path', 'from', 'to'].map((name) => String(options[name]))
    const secret = String(options['prefixedKey'])
    switch (call) {
      case 'Preferences.get':
        return { value: this.preferences.get(key ?? '') ?? null }
      case 'Preferences.set':
        return void this.preferences.set(key ?? '', String(options['value']))
      case 'Preferences.remove':
        return void this.preferences.delete(key ?? '')
      case 'SecureStorage.internalGetItem':
        if (this.locked) throw new Error('osError')
        return { data: this.vault.get(secret) ?? null }
      case 'SecureStorage.internalSetItem':
        return void this.vault.set(secret, String(options['data']))
      case 'SecureStorage.internalRemoveItem':
        return { success: this.vault.delete(secret) }
      case 'SecureStorage.internalClearItemsWithPrefix':
        return this.vault.clear()
      case 'Network.getStatus':
        return { connected: true, connectionType: 'cellular' }
      case 'Filesystem.mkdir':
        return undefined
      case 'Filesystem.readdir':
        return { files: this.#in(`${path}/`).map((name) => ({ name, type: 'file' })) }
      case 'Filesystem.readFile':
        return { data: this.#read(path ?? '') }
      case 'Filesystem.writeFile':
        this.files.set(path ?? '', String(options['data']))
        return { uri: path }
      case 'Filesystem.rename':
        this.files.set(to ?? '', this.#read(from ?? ''))
        return void this.files.delete(from ?? '')
      case 'Filesystem.deleteFile':
        this.#read(path ?? '')
        return void this.files.delete(path ?? '')
      case 'AppUpdate.openAppStore':
        if (this.storeless) throw new Error('no store')
        return void this.asked.push(call)
      default:
        this.asked.push([call, options['url']].filter((word) => word !== undefined).join(' '))
        return undefined
    }
  }

  #in(folder: string): string[] {
    return [...this.files.keys()].filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length))
  }

  #read(path: string): string {
    const data = this.files.get(path)
    if (data === undefined) throw new Error(`no ${path}`)
    return data
  }
}
