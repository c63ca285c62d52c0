import { createServer } from 'node:net'

/** @returns {Promise<number>} a port that nobody listens on */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = address === null || typeof address === 'string' ? 0 : address.port
      server.close(() => resolve(port))
    })
  })
}
