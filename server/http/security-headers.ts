import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { RequestHandler } from 'express'
import helmet from 'helmet'

const self = ["'self'"]
const none = ["'none'"]

const helmetHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: self,
      scriptSrc: self,
      styleSrc: self,
      imgSrc: ["'self'", 'data:'],
      connectSrc: self,
      workerSrc: self,
      objectSrc: none,
      baseUri: none,
      formAction: self,
      frameAncestors: none,
    },
  },
  referrerPolicy: { policy: 'no-referrer' },
  xFrameOptions: { action: 'deny' },
  strictTransportSecurity: false,
})

/**
 * Headers that keep a page from doing more than this app needs: own scripts, styles and calls only, no frames, nothing
 * inline but the page's first styles, by their hash (web-files.ts). Where
 * browsers know the app by https, they are told to ask for it in no other way for a year.
 * @param embedders origins whose pages may hold it in a frame all the same
 */
export function securityHeaders(publicUrl: string | undefined, embedders: readonly string[] = []): RequestHandler {
  const isSecure = publicUrl?.startsWith('https:') ?? false
  const fixed = embedders.length === 0 ? fixedHeaders : framedBy(embedders)
  const headers = isSecure ? [...fixed, httpsOnly] : fixed
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    next()
  }
}

const httpsOnly = ['strict-transport-security', 'max-age=31536000; includeSubDomains'] as const

/** Helmet's headers are the same for every answer: it writes them once, here. */
const fixedHeaders: readonly (readonly [string, string])[] = [
  ...writtenBy(helmetHeaders),
  ['permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()'],
]

/** The older header knows no list of origins; browsers that know the newer one go by that. */
function framedBy(embedders: readonly string[]): typeof fixedHeaders {
  return fixedHeaders.flatMap(([name, value]) => {
    if (name === 'x-frame-options') return []
    return [[name, value.replace("frame-ancestors 'none'", `frame-ancestors ${embedders.join(' ')}`)] as const]
  })
}

function writtenBy(write: typeof helmetHeaders): readonly (readonly [string, string])[] {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  write(request, response, () => {})
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)])
}

/** Answers of the API hold personal data: no cache keeps them. */
export const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('cache-control', 'no-store')
  next()
}

/** No search engine lists what is at an address that only one person is to know. */
export const noIndex: RequestHandler = (_request, response, next) => {
  response.setHeader('x-robots-tag', 'noindex, nofollow')
  next()
}
