import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import express, { type Request, type RequestHandler, type Response, Router } from 'express'
import * as z from 'zod/mini'
import { languageFor } from '#shared/language/languages.ts'

/**
 * The built pages: assets carry a hash in their name and may be cached for a year; the page itself is fetched again each time.
 * A `.br` file next to a file is sent in its place to anyone who takes Brotli.
 */
export function webFiles(directory: string): Router {
  const files = express.static(directory, {
    index: false,
    redirect: false,
    cacheControl: false,
    setHeaders: keepAssets,
  })
  const brotli = preferBrotli(directory)
  return Router().use(readsOnly, brotli, files, page(directory), brotli, files)
}

function readsOnly(request: Request, _response: Response, next: (signal?: 'router') => void): void {
  next(request.method === 'GET' || request.method === 'HEAD' ? undefined : 'router')
}

/**
 * Every address that is not a file is a screen of the one page, to a browser that opens it; the page's own router distinguishes them. The
 * answer names the scripts that the build found the screen to need, and allows the page's inline styles, and no others.
 */
function page(directory: string) {
  const firstFiles = readFirstFiles(join(directory, '.vite/first-files.json'))
  const styles = hashesOfStyles(join(directory, 'index.html'))
  return (request: Request, response: Response, next: (signal?: 'router') => void): void => {
    const opened = request.path === '/' || request.accepts(['json', 'html']) === 'html'
    const isScreen = opened && !request.path.startsWith('/assets/')
    const links = (firstFiles[request.path] ?? firstFiles['*'])?.[languageFor(request.acceptsLanguages())]
    if (isScreen && links !== undefined) response.set('link', links)
    if (isScreen) {
      allowStyles(response, styles)
      request.url = '/index.html'
    }
    next(isScreen ? undefined : 'router')
  }
}

/** The Link header of an address, or of `*`, all others, by the reader's language. */
const firstFilesSchema = z.record(z.string(), z.record(z.string(), z.string()))

/** Of a build; the development server has none. */
function readFirstFiles(path: string): z.infer<typeof firstFilesSchema> {
  return existsSync(path) ? firstFilesSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) : {}
}

/** As a content security policy names them. */
function hashesOfStyles(path: string): readonly string[] {
  const source = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const styles = source.split('<style>').slice(1)
  return styles.map((rest) => `'sha256-${hash('sha256', rest.slice(0, rest.indexOf('</style>')), 'base64')}'`)
}

function allowStyles(response: Response, hashes: readonly string[]): void {
  const policy = String(response.getHeader('content-security-policy') ?? '')
  response.set('content-security-policy', policy.replace("style-src 'self'", ["style-src 'self'", ...hashes].join(' ')))
}

function preferBrotli(directory: string): RequestHandler {
  return async (request, response, next) => {
    response.vary('Accept-Encoding')
    if (/^(\/[\w-][\w.-]*)+$/.test(request.path) && request.acceptsEncodings('br')) {
      const compressed = `${request.path}.br`
      if (await exists(join(directory, compressed))) sendInstead(request, response, compressed)
    }
    next()
  }
}

function sendInstead(request: Request, response: Response, compressed: string): void {
  response.type(request.path.slice(request.path.lastIndexOf('.')))
  response.set('content-encoding', 'br')
  request.url = compressed
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch {
    return false
  }
}

function keepAssets(response: Response, path: string): void {
  const isAsset = /[\\/]assets[\\/][^\\/]+$/.test(path)
  response.set('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache')
}
