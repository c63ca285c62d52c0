import type { Reply } from './exchange.ts'

export type ReplyJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly why: string }

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The JSON of a reply: its content type, its encoding and its text are checked, nothing is guessed. */
export function readReplyJson(reply: Reply): ReplyJson {
  const { 'content-type': type = 'none', 'content-encoding': encoding = 'identity' } = reply.headers
  const [mediaType = ''] = type.split(';')
  if (!/^application\/(?:[\w.-]+\+)?json$/i.test(mediaType.trimEnd()))
    return { ok: false, why: 'a content type other than JSON' }
  if (encoding !== 'identity') return { ok: false, why: 'a compressed body that was not asked for' }
  try {
    return { ok: true, value: JSON.parse(utf8.decode(reply.body)) }
  } catch {
    return { ok: false, why: 'a body that is not JSON' }
  }
}
