import type { RequestHandler } from 'express'
import helmet from 'helmet'

const self = ["'self'"]
const none = ["'none'"]

/** Headers that keep a page from doing more than this app needs: own scripts, styles and calls only, nothing inline, no frames. */
export const securityHeaders: RequestHandler[] = [
  helmet({
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
    // The desk is served over plain HTTP on this machine; whoever puts TLS in front sets it there.
    strictTransportSecurity: false,
  }),
  (_request, response, next) => {
    response.setHeader('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()')
    next()
  },
]

/** Answers of the API hold personal data: no cache keeps them. */
export const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('cache-control', 'no-store')
  next()
}
