import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import { peersFolder } from './peers.ts'

export interface Peers {
  /** The address of one peer's page. */
  readonly urlOf: (peer: string) => string
  /** What a first visit of it weighs: its scripts and styles in brotli, without the schemas. */
  readonly bytesOf: (peer: string) => number
  readonly stop: () => void
}

/** Builds the peers' pages as for production and serves each with the JSON Schemas, by country, and with styles. */
export async function servePeers(names: readonly string[], schemas: unknown, ownStyles: string): Promise<Peers> {
  const files = await builtFiles(names)
  const pages = names.map((name) => [`/${name}`, ['text/html', pageOf(name, files)]] as const)
  const answers = new Map<string, readonly [type: string, body: string]>([
    ...files,
    ...pages,
    ['/own.css', ['text/css', ownStyles]],
    ['/peer.css', ['text/css', readFileSync(`${peersFolder}/peer.css`, 'utf8')]],
    ['/schemas.json', ['application/json', JSON.stringify(schemas)]],
  ])
  const server = createServer((request, response) => {
    const [type, body] = answers.get(request.url ?? '') ?? ['text/plain', '']
    response.setHeader('content-type', `${type}; charset=utf-8`).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return {
    urlOf: (name) => `${origin}/${name}`,
    bytesOf: (name) => sum([`/${name}.js`, `/${name}.css`].map((path) => weight(answers.get(path)?.[1] ?? ''))),
    stop: () => server.close().closeAllConnections(),
  }
}

type Files = ReadonlyMap<string, readonly [type: string, body: string]>

async function builtFiles(names: readonly string[]): Promise<Files> {
  const { outputFiles } = await build({
    entryPoints: names.map((name) => `${peersFolder}/${name}.jsx`),
    outdir: '/',
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
    logLevel: 'error',
  })
  return new Map(
    outputFiles.map(({ path, text }) => [path, [path.endsWith('.css') ? 'text/css' : 'text/javascript', text]]),
  )
}

/** With our own styles as well: a form without any is laid out in no time, and is no form that people would use. */
function pageOf(name: string, files: Files): string {
  const styles = ['/own.css', '/peer.css', `/${name}.css`].filter((path) => path !== `/${name}.css` || files.has(path))
  const links = styles.map((path) => `<link rel="stylesheet" href="${path}">`).join('')
  return `<!doctype html><html lang="en">${links}<main></main><script type="module" src="/${name}.js"></script></html>`
}

function weight(text: string): number {
  return text === '' ? 0 : brotliCompressSync(text).length
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
