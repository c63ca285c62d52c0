import { start } from './run.mjs'

/** The built server on a free port, with data of its own. */
export interface BuiltApp {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Starts dist/server with the sandbox provider and any other settings; resolves once it answers. */
export async function startBuiltApp(
  dataDirectory: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<BuiltApp> {
  const env = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDirectory,
    DATABASE_URL: '',
    LOG_LEVEL: 'error',
    SIGN_INS_PER_MINUTE: '100000',
    WRITES_PER_MINUTE: '100000',
    ...settings,
  }
  const child = start({ command: process.execPath, args: ['dist/server/main.js'], env }, 'pipe')
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (text: string) => {
      const found = /http:\/\/\S+/.exec(text)
      if (found !== null) resolve(found[0])
    })
    child.once('close', () => reject(new Error('The server ended before it was ready.')))
  })
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
