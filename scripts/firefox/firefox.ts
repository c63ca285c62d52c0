import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'undici'
import * as z from 'zod/mini'
import { start } from '../run.mjs'

/** The installed Firefox without a window, driven by WebDriver BiDi, which it serves itself. */
export interface Firefox {
  /** Opens a tab with cookies of its own. */
  readonly openTab: () => Promise<Tab>
  /** The file of JSON that is downloaded, once it is whole. */
  readonly download: () => Promise<unknown>
  readonly close: () => Promise<void>
}

/** What a person does in a tab. Elements are named by the role and the name that Firefox computes; each act waits until it can be done. */
export interface Tab {
  readonly goto: (url: string) => Promise<void>
  readonly click: (role: string, name: string) => Promise<void>
  /** Replaces what a text box holds. */
  readonly fill: (name: string, text: string) => Promise<void>
  /** Chooses in a list of the browser by typing how the choice begins. */
  readonly choose: (name: string, beginning: string) => Promise<void>
  /** Waits for a text that can be seen, and gives it. */
  readonly see: (text: RegExp) => Promise<string>
}

const timeoutMs = 30_000
const controlKey = '\uE009'
const answerSchema = z.object({
  id: z.optional(z.nullable(z.number())),
  type: z.string(),
  result: z.optional(z.unknown()),
  error: z.optional(z.string()),
  message: z.optional(z.string()),
})
const tabSchema = z.object({ context: z.string() })
const personSchema = z.object({ userContext: z.string() })
const nodesSchema = z.object({ nodes: z.array(z.object({ sharedId: z.string() })) })
const returnedSchema = z.object({ type: z.literal('success'), result: z.object({ value: z.optional(z.unknown()) }) })

type SendCommand = (method: string, params: object) => Promise<unknown>

/** Starts Firefox with an empty profile; what it downloads is saved without a question. Both go into the folder that is given. */
export async function startFirefox(directory: string): Promise<Firefox> {
  const profile = mkdtempSync(join(directory, 'profile-'))
  const downloads = mkdtempSync(join(directory, 'downloads-'))
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', 'about:blank']
  const browser = start({ command: 'firefox-esr', args, env: { HOME: profile } }, 'pipe')
  const ended = once(browser, 'close')
  const address = await new Promise<string>((resolve, reject) => {
    browser.stderr?.on('data', (text: string) => {
      const found = /listening on (ws:\S+)/.exec(text)?.[1]
      if (found !== undefined) resolve(found)
    })
    browser.once('close', () => reject(new Error('Firefox ended before it could be driven.')))
  })
  const socket = new WebSocket(`${address}/session`)
  await once(socket, 'open')
  const send = sender(socket)
  await send('session.new', { capabilities: {} })
  await send('browser.setDownloadBehavior', { downloadBehavior: { type: 'allowed', destinationFolder: downloads } })
  return {
    async openTab() {
      const { userContext } = personSchema.parse(await send('browser.createUserContext', {}))
      const tab = await send('browsingContext.create', { type: 'tab', userContext })
      return tabOf(send, tabSchema.parse(tab).context)
    },
    download: () =>
      until('a download', async () => {
        const [file] = readdirSync(downloads)
        // Half a file cannot be parsed, and is asked for again.
        return file === undefined ? undefined : JSON.parse(readFileSync(join(downloads, file), 'utf8'))
      }),
    async close() {
      socket.close()
      browser.kill('SIGTERM')
      await ended
    },
  }
}

/** A command has a number, which its answer bears. */
function sender(socket: WebSocket): SendCommand {
  let last = 0
  const waiting = new Map<number, PendingCommand>()
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, error, message } = answerSchema.parse(JSON.parse(String(data)))
    const waits = waiting.get(id ?? 0)
    waiting.delete(id ?? 0)
    if (type === 'error') waits?.reject(new Error(`${error}: ${message}`))
    else waits?.resolve(result)
  })
  return (method, params) =>
    new Promise((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      socket.send(JSON.stringify({ id: last, method, params }))
    })
}

interface PendingCommand {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

function tabOf(send: SendCommand, context: string): Tab {
  /** Calls a function of the page, written as text as it runs there. */
  async function call(functionDeclaration: string, ...args: readonly object[]): Promise<unknown> {
    const answer = await send('script.callFunction', {
      functionDeclaration,
      arguments: args,
      target: { context },
      awaitPromise: true,
    })
    return returnedSchema.parse(answer).result.value
  }

  /** The one element of this role and name, once it can be seen and nothing lies over it. */
  function find(role: string, name: string): Promise<{ readonly sharedId: string }> {
    return until(`a ${role} "${name}"`, async () => {
      const locator = { type: 'accessibility', value: { role, name } }
      const { nodes } = nodesSchema.parse(await send('browsingContext.locateNodes', { context, locator }))
      const [element] = nodes
      if (element === undefined || nodes.length > 1) return undefined
      return (await call(isReachable, element)) === true ? { sharedId: element.sharedId } : undefined
    })
  }

  async function type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await send('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions }] })
  }

  async function click(role: string, name: string): Promise<void> {
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element: await find(role, name) } },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] })
  }

  return {
    click,
    async goto(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async fill(name, text) {
      await click('textbox', name)
      const actions = [
        { type: 'keyDown', value: controlKey },
        { type: 'keyDown', value: 'a' },
        { type: 'keyUp', value: 'a' },
        { type: 'keyUp', value: controlKey },
      ]
      await send('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions }] })
      await type(text)
    },
    async choose(name, beginning) {
      // A click would open the list, which is no part of the page.
      await call('(element) => element.focus()', await find('combobox', name))
      await type(beginning)
    },
    see: (text) => until(String(text), async () => text.exec(String(await call('() => document.body.innerText')))?.[0]),
  }
}

const isReachable = `(element) => {
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  return element.contains(hit) || hit?.contains(element) === true && element.matches('label *')
}`

/** Repeats a query until it has a result, because the page may change while it runs. */
async function until<Found>(what: string, find: () => Promise<Found | undefined>): Promise<Found> {
  const end = performance.now() + timeoutMs
  let why = ''
  while (performance.now() < end) {
    try {
      const found = await find()
      if (found !== undefined) return found
    } catch (error) {
      why = String(error)
    }
    await pause(50)
  }
  throw new Error(`Firefox never showed ${what}. ${why}`)
}
