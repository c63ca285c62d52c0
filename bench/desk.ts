import { Agent } from 'undici'
import { buildServer } from '../scripts/testing/built-server.ts'
import { startProgram } from '../server/testing/program.ts'
import { type Visitor, visitor } from '../server/testing/test-app.ts'

/** A server of its own over a database that stays, and the people who use it. */
export interface Desk {
  readonly url: string
  readonly pid: number
  as(name: string): Visitor
  stop(): Promise<void>
}

/** For one person who does what many would. */
const limits = {
  WRITES_PER_MINUTE: '100000',
  SIGN_INS_PER_MINUTE: '100000',
  VALIDATIONS_PER_MINUTE: '100000',
  NUMBER_SEARCHES_PER_MINUTE: '100000',
}

/** Starts the server as `npm run build` bundles it, and waits until it is ready. */
export async function startDesk(environment: Readonly<Record<string, string>>): Promise<Desk> {
  const built = await buildServer()
  const server = startProgram({ ...limits, ...environment, PORT: '0' }, built.program)
  process.once('exit', () => server.process.kill('SIGKILL'))
  const url = await server.ready()
  const agent = new Agent({ connections: 64, headersTimeout: 0, bodyTimeout: 0 })
  return {
    url,
    pid: server.process.pid ?? 0,
    as: (name) => visitor(agent, url, name),
    stop: async () => {
      server.process.kill('SIGTERM')
      await server.ended
      await agent.destroy()
      built.remove()
    },
  }
}
