import type { DevTools } from './devtools.ts'

/** The answer to a request of a page. */
export interface Answer {
  readonly type: string
  readonly body: Buffer
  readonly headers?: Readonly<Record<string, string>>
}

/** What a page did that no page should do by itself. */
export type Trouble = 'navigates' | 'opens a window' | 'downloads' | 'shows a dialog'

/** Most events of a page that are told. */
const MOST_TROUBLES = 20

/** A page in a tab of its own, which shares nothing with others. */
export interface Tab {
  /** Runs an expression where scripts of the page see nothing of it and change nothing of it. */
  evaluate<T>(expression: string): Promise<T>
  /** The width of the screen, and whether the visitor prefers dark pages. */
  look(width: number, scheme: 'light' | 'dark'): Promise<void>
  pressTab(): Promise<void>
  close(): Promise<void>
}

const HEIGHT = 800

interface Paused {
  readonly requestId: string
  readonly request: { readonly url: string; readonly method: string }
  readonly resourceType: string
  readonly frameId: string
}

interface Navigated {
  readonly frame: { readonly id: string; readonly url: string }
}

/**
 * Opens an address; `answer` answers every request of the page, and what it does not answer fails. `tell` hears what
 * the page does by itself, also before it is open. The page may be hostile: the caller sets a time limit, and ends the
 * browser when it has passed.
 */
export async function openTab(
  devtools: DevTools,
  address: string,
  answer: (address: string) => Promise<Answer | undefined>,
  tell: (what: Trouble, address: string) => void,
): Promise<Tab> {
  const { browserContextId } = await devtools.send<{ browserContextId: string }>(
    'Target.createBrowserContext',
  )
  try {
    return await tabIn(devtools, browserContextId, address, answer, tell)
  } catch (error) {
    devtools.tell('Target.disposeBrowserContext', { browserContextId })
    throw error
  }
}

async function tabIn(
  devtools: DevTools,
  browserContextId: string,
  address: string,
  answer: (address: string) => Promise<Answer | undefined>,
  tell: (what: Trouble, address: string) => void,
): Promise<Tab> {
  let told = 0
  const trouble = (what: Trouble, at: unknown) => {
    told += 1
    if (told <= MOST_TROUBLES) tell(what, String(at).slice(0, 200))
  }
  await devtools.send('Browser.setDownloadBehavior', {
    behavior: 'deny',
    browserContextId,
    eventsEnabled: true,
  })
  const { targetId } = await devtools.send<{ targetId: string }>('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
  })
  const { sessionId } = await devtools.send<{ sessionId: string }>('Target.attachToTarget', {
    targetId,
    flatten: true,
  })
  const send = <T>(method: string, parameters: Readonly<Record<string, unknown>> = {}) =>
    devtools.send<T>(method, parameters, sessionId)
  const pause = async ({ requestId, request, resourceType, frameId }: Paused) => {
    // The frame of a tab has the tab's own id. It was opened for one address, and stays there.
    const leaves = resourceType === 'Document' && frameId === targetId && request.url !== address
    if (leaves) trouble('navigates', request.url)
    const found = leaves || request.method !== 'GET' ? undefined : await answer(request.url)
    if (found === undefined) {
      // An aborted navigation leaves the page where it is.
      devtools.tell(
        'Fetch.failRequest',
        { requestId, errorReason: leaves ? 'Aborted' : 'BlockedByClient' },
        sessionId,
      )
      return
    }
    const headers = { 'content-type': found.type, 'access-control-allow-origin': '*', ...found.headers }
    devtools.tell(
      'Fetch.fulfillRequest',
      {
        requestId,
        responseCode: 200,
        responseHeaders: Object.entries(headers).map(([name, value]) => ({ name, value })),
        body: found.body.toString('base64'),
      },
      sessionId,
    )
  }
  // The empty page that a tab begins with is loaded too.
  let arrived = false
  const arrive = ({ id, url }: Navigated['frame']) => {
    if (id !== targetId) return
    if (url === address) arrived = true
    else if (arrived) trouble('navigates', url)
  }
  let failed: (error: Error) => void = () => {}
  const loaded = new Promise<void>((resolve, reject) => {
    failed = reject
    devtools.listen(sessionId, (method, parameters) => {
      if (method === 'Fetch.requestPaused') pause(parameters as unknown as Paused).catch(reject)
      else if (method === 'Page.frameNavigated') arrive((parameters as unknown as Navigated).frame)
      // A page that tries to leave while it is loaded fires no event of its own when it is done.
      else if (method === 'Page.frameStoppedLoading' && arrived && parameters.frameId === targetId) resolve()
      else if (method === 'Page.windowOpen') trouble('opens a window', parameters.url)
      else if (method === 'Page.javascriptDialogOpening') {
        trouble('shows a dialog', parameters.message)
        devtools.tell('Page.handleJavaScriptDialog', { accept: false }, sessionId)
      } else if (method === 'Inspector.targetCrashed') reject(new PageCrashed())
    })
  })
  loaded.catch(() => {})
  devtools.listen('', (method, parameters) => {
    if (method === 'Browser.downloadWillBegin') trouble('downloads', parameters.url)
    if (method !== 'Target.targetCreated') return
    const { targetInfo } = parameters as { targetInfo: { targetId: string; type: string; openerId?: string } }
    if (targetInfo.type === 'page' && targetInfo.openerId !== undefined && targetInfo.targetId !== targetId)
      devtools.tell('Target.closeTarget', { targetId: targetInfo.targetId })
  })
  await devtools.send('Target.setDiscoverTargets', { discover: true })
  await send('Page.enable')
  await send('Inspector.enable')
  await send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
  await send('Emulation.setFocusEmulationEnabled', { enabled: true })

  const look = async (width: number, scheme: 'light' | 'dark') => {
    await send('Emulation.setDeviceMetricsOverride', {
      width,
      height: HEIGHT,
      deviceScaleFactor: 1,
      mobile: false,
    })
    await send('Emulation.setEmulatedMedia', {
      features: [
        { name: 'prefers-color-scheme', value: scheme },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ],
    })
  }
  await look(1280, 'light')
  const { errorText } = await send<{ errorText?: string }>('Page.navigate', { url: address })
  if (errorText !== undefined) failed(new Error(`the page cannot be loaded: ${errorText}`))
  await loaded
  const { executionContextId } = await send<{ executionContextId: number }>('Page.createIsolatedWorld', {
    frameId: targetId,
    worldName: 'tabard',
  })

  return {
    look,
    async evaluate<T>(expression: string) {
      const { result, exceptionDetails } = await send<{
        result: { value: T }
        exceptionDetails?: { text: string; exception?: { description?: string } }
      }>('Runtime.evaluate', {
        expression,
        contextId: executionContextId,
        returnByValue: true,
        awaitPromise: true,
      })
      if (exceptionDetails !== undefined)
        throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
      return result.value
    },
    async pressTab() {
      const key = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 }
      await send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key })
      await send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
    },
    async close() {
      devtools.listen(sessionId, undefined)
      devtools.listen('', undefined)
      await devtools.send('Target.disposeBrowserContext', { browserContextId })
    },
  }
}

/** A page that has crashed its process. */
class PageCrashed extends Error {
  override readonly name = 'PageCrashed'

  constructor() {
    super('the page has crashed')
  }
}
