import type * as z from 'zod/mini'
import type { openedLinkSchema, submitDetailsSchema, submittedDetailsSchema } from '#shared/api/details-links.ts'
import { isLanguage, languageCodes } from '#shared/language/languages.ts'
import { jsonIn, memberOf, textMember } from './read-json.ts'

/** What the address of a link holds. */
export interface PayeeKey {
  readonly id: string
  readonly secret: string
}

/** What the page begins with. */
export type OpenedLink = z.infer<typeof openedLinkSchema>

/** What is sent, under an id by which the server knows it again. */
export type SentDetails = Pick<z.infer<typeof submitDetailsSchema>, 'submissionId' | 'entry'>

export type SubmittedDetails = z.infer<typeof submittedDetailsSchema>

/** The id is the path, and the secret the fragment, which no browser sends with a request. */
export function keyIn({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): PayeeKey {
  return { id: pathname.slice(1), secret: hash.slice(1) }
}

/** `ended`: nothing can be done with the link. `refused`: fields are wrong. `busy`: too often within an hour. `unreachable`: there was no answer. */
export type FailureReason = 'ended' | 'refused' | 'busy' | 'unreachable' | 'failed'

class CallFailure extends Error {
  override readonly name = 'CallFailure'
  readonly why: FailureReason

  constructor(why: FailureReason) {
    super(`Not done: ${why}`)
    this.why = why
  }
}

/** @throws CallFailure */
export async function callOpen(key: PayeeKey): Promise<OpenedLink> {
  const found = await call('open', key)
  const [state, language = '', expiresAt] = ['state', 'language', 'expiresAt'].map((name) => textMember(found, name))
  const isState = state === 'opened' || state === 'submitted' || state === 'returned'
  if (!isState || !isLanguage(language) || expiresAt === undefined) throw new CallFailure('failed')
  const [country, method, knownEnding, comment, merchant] = [
    ...['country', 'method', 'knownEnding', 'comment', 'merchant'],
  ].map((name) => textMember(found, name) ?? null)
  return {
    state,
    language,
    expiresAt,
    country: country ?? null,
    method: method ?? null,
    knownEnding: knownEnding ?? null,
    comment: comment ?? null,
    merchant: merchant ?? null,
    privacy: Object.fromEntries(
      languageCodes.map((code) => [code, textMember(memberOf(found, 'privacy'), code) ?? '']),
    ),
  }
}

/** @throws CallFailure */
export async function callSubmit(key: PayeeKey, details: SentDetails): Promise<SubmittedDetails> {
  const found = await call('submit', { ...key, ...details })
  const [number, submittedAt] = ['number', 'submittedAt'].map((name) => textMember(found, name))
  if (number === undefined || submittedAt === undefined) throw new CallFailure('failed')
  return { number, submittedAt, returnUrl: textMember(found, 'returnUrl') ?? null }
}

/** @throws CallFailure */
export async function callClose(key: PayeeKey): Promise<void> {
  if (memberOf(await call('close', key), 'state') !== 'closed') throw new CallFailure('failed')
}

/** Why a call failed, whatever was thrown. */
export function failureReason(cause: unknown): FailureReason {
  return cause instanceof CallFailure ? cause.why : 'failed'
}

async function call(what: 'open' | 'submit' | 'close', body: unknown): Promise<unknown> {
  const { status, text } = await answered(`/api/${what}`, body)
  if (status === 200) return jsonIn(text)
  throw new CallFailure(reasons[status] ?? 'failed')
}

const reasons: Readonly<Record<number, FailureReason>> = {
  410: 'ended',
  422: 'refused',
  429: 'busy',
  502: 'unreachable',
  503: 'unreachable',
}

async function answered(path: string, body: unknown) {
  const headers = { 'content-type': 'application/json', accept: 'application/json, application/problem+json' }
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      credentials: 'omit',
      redirect: 'error',
    })
    return { status: response.status, text: await response.text() }
  } catch {
    throw new CallFailure('unreachable')
  }
}
