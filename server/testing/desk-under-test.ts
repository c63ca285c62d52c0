import { Agent, type Dispatcher, request } from 'undici'
import { type Environment, readConfig } from '../config.ts'
import { startDesk } from '../start-desk.ts'

/** An answer of the desk, read to its end. */
export interface Answer {
  readonly status: number
  readonly headers: Dispatcher.ResponseData['headers']
  readonly text: string
  readonly json: unknown
}

export interface DeskUnderTest {
  readonly url: string
  readonly sandboxUrl: string
  /** All lines that the desk has logged. */
  readonly logged: () => string
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  send(method: Dispatcher.HttpMethod, path: string, options?: Message): Promise<Answer>
  /** Ends the desk as a signal does, while our own connections stay open. */
  endInPeace(): Promise<void>
  stop(): Promise<void>
}

interface Message {
  readonly headers?: Record<string, string>
  readonly body?: string | Buffer
}

/** The real desk (and sandbox, unless `environment` names a provider) on free ports, with retries that hardly wait and no limit for a person. */
export async function startDeskUnderTest(environment: Environment = {}, webDirectory?: string): Promise<DeskUnderTest> {
  const lines: string[] = []
  const config = readConfig({
    PORT: '0',
    PROVIDER_BACKOFF_BASE_MS: '1',
    VALIDATIONS_PER_MINUTE: '100000',
    ...environment,
  })
  const desk = await startDesk(
    { ...config, ...(webDirectory && { webDirectory }) },
    { write: (line) => void lines.push(line) },
  )
  const agent = new Agent()
  const send: DeskUnderTest['send'] = (method, path, message = {}) => exchange(agent, method, desk.url + path, message)
  return {
    url: desk.url,
    sandboxUrl: desk.sandboxUrl ?? '',
    logged: () => lines.join(''),
    get: (path, headers = {}) => send('GET', path, { headers }),
    post: (path, body, headers = {}) =>
      send('POST', path, { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }),
    send,
    endInPeace: () => desk.stop(),
    stop: async () => {
      await agent.destroy()
      await desk.stop()
    },
  }
}

async function exchange(agent: Agent, method: Dispatcher.HttpMethod, url: string, message: Message): Promise<Answer> {
  const { statusCode, headers, body } = await request(url, { dispatcher: agent, method, ...message })
  const bytes = Buffer.from(await body.arrayBuffer())
  const text = bytes.toString('utf8')
  const isJson = /json/.test(String(headers['content-type']))
  return { status: statusCode, headers, text, json: isJson && text !== '' ? JSON.parse(text) : undefined }
}
