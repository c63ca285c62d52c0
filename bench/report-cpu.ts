import type { Server } from 'node:http'

/** Sends the parent process the address of this one, and its CPU time on request. */
export function reportCpu(url: string): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuMicros: user + system })
  })
  process.send?.({ url })
}

/** The same of a server that listens on this machine. */
export function listening(server: Server): void {
  const address = server.address()
  reportCpu(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
}
