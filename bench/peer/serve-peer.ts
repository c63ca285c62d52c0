import { once } from 'node:events'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

export interface Peer {
  readonly url: string
  readonly stop: () => void
}

/** Builds the peer's page as for production and serves it with the JSON Schemas, by country, on a free port. */
export async function servePeer(schemas: Readonly<Record<string, unknown>>): Promise<Peer> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('peer-form.tsx', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
    logLevel: 'warning',
  })
  const answers: Readonly<Record<string, readonly [type: string, body: string]>> = {
    '/': [
      'text/html',
      '<!doctype html><html lang="en"><main></main><script type="module" src="/peer.js"></script></html>',
    ],
    '/peer.js': ['text/javascript', outputFiles[0]?.text ?? ''],
    '/schemas.json': ['application/json', JSON.stringify(schemas)],
  }
  const server = createServer((request, response) => {
    const [type, body] = answers[request.url ?? '/'] ?? ['text/plain', '']
    response.setHeader('content-type', `${type}; charset=utf-8`).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close().closeAllConnections() }
}
