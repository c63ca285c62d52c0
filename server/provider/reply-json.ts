import type { ProblemParams } from '#shared/api/problem.ts'
import type { Reply } from './exchange.ts'

export type ReplyJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly params: ProblemParams }

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The JSON of a reply: its content type, its encoding and its text are checked, nothing is guessed. */
export function readReplyJson(reply: Reply): ReplyJson {
  const { 'content-type': type = 'none', 'content-encoding': encoding = 'identity' } = reply.headers
  const [mediaType = ''] = type.split(';')
  if (!/^application\/(?:[\w.-]+\+)?json$/i.test(mediaType.trimEnd())) return { ok: false, params: { why: 'type' } }
  if (encoding !== 'identity') return { ok: false, params: { why: 'compressed' } }
  try {
    return { ok: true, value: JSON.parse(utf8.decode(reply.body)) }
  } catch {
    return { ok: false, params: { why: 'json' } }
  }
}
