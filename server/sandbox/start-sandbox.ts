import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { WireNames } from '../provider/wire-names.ts'
import { answerSandboxRequest } from './answer-request.ts'
import { createMemory } from './memory.ts'

export interface SandboxSettings {
  /** 0 takes any free port. */
  readonly port: number
  /** The credentials that are valid; digits as the real provider's. */
  readonly shopId: string
  readonly apiToken: string
  /** What the fields are called that the interface does not show. */
  readonly names: WireNames
  /** What the shop pays for: reasons of the identity validation differ. Interface, "Identity reasons". */
  readonly plan: 'basic' | 'premium'
  /** Beyond this many in a second a validation endpoint answers 429. */
  readonly requestsPerSecond: number
}

export interface Sandbox {
  readonly baseUrl: string
  stop(): Promise<void>
}

/** Starts the stand-in for the provider: a real HTTP server on this machine that keeps to the documented interface. */
export async function startSandbox(settings: SandboxSettings): Promise<Sandbox> {
  const memory = createMemory(settings.requestsPerSecond)
  const server = createServer((request, response) => {
    answerSandboxRequest(settings, memory, request, response).catch(() => response.destroy())
  })
  server.listen(settings.port, '127.0.0.1')
  await once(server, 'listening')
  return { baseUrl: addressOf(server), stop: () => stop(server) }
}

function addressOf(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The sandbox has no port.')
  return `http://127.0.0.1:${address.port}`
}

async function stop(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}
