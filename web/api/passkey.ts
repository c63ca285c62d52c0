import type { Assertion, CreationOptions, Registration, RequestOptions } from '#shared/api/accounts.ts'
import { PasskeyFailure } from './api.ts'

/** Whether this browser supports passkeys. */
export function knowsPasskeys(): boolean {
  return typeof window !== 'undefined' && window.PublicKeyCredential !== undefined
}

/** Whether the browser offers passkeys among what it fills into a field. */
export async function fillsInPasskeys(): Promise<boolean> {
  return knowsPasskeys() && (await browserPart()).browserSupportsWebAuthnAutofill()
}

/** Asks the person to use a passkey; with `isAutofill`, waits until they choose one below a field. @throws PasskeyFailure */
export async function touchPasskey(options: RequestOptions, isAutofill = false): Promise<Assertion> {
  const { startAuthentication } = await browserPart()
  const { allowCredentials, ...rest } = options
  const optionsJSON = { ...rest, allowCredentials: allowCredentials.map(descriptor) }
  const { id, rawId, type, authenticatorAttachment, response } = await orFailure(
    startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill }),
  )
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    id,
    rawId,
    type,
    ...(authenticatorAttachment !== undefined && { authenticatorAttachment }),
    clientExtensionResults: {},
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) },
  }
}

/** Asks the person to create a passkey. @throws PasskeyFailure */
export async function createPasskey(options: CreationOptions): Promise<Registration> {
  const { startRegistration } = await browserPart()
  const { excludeCredentials, ...rest } = options
  const optionsJSON = { ...rest, excludeCredentials: excludeCredentials.map(descriptor) }
  const { id, rawId, type, authenticatorAttachment, response } = await orFailure(startRegistration({ optionsJSON }))
  const { clientDataJSON, attestationObject, transports } = response
  return {
    id,
    rawId,
    type,
    ...(authenticatorAttachment !== undefined && { authenticatorAttachment }),
    clientExtensionResults: {},
    response: { clientDataJSON, attestationObject, ...(transports !== undefined && { transports }) },
  }
}

/** Stops waiting for a passkey to be chosen below a field. */
export async function stopWaitingForPasskey(): Promise<void> {
  ;(await browserPart()).WebAuthnAbortService.cancelCeremony()
}

/** Loaded only for people who use passkeys. */
function browserPart() {
  return import('@simplewebauthn/browser')
}

const knownTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

/** Browsers may report transports that are newer than this page. */
function descriptor({ id, type, transports = [] }: RequestOptions['allowCredentials'][number]) {
  return { id, type, transports: knownTransports.filter((known) => transports.includes(known)) }
}

async function orFailure<Value>(ceremony: Promise<Value>): Promise<Value> {
  try {
    return await ceremony
  } catch (cause) {
    throw new PasskeyFailure(whyNot(cause), cause)
  }
}

/** Browsers reveal little on purpose: a passkey that was not found, a refusal and a time-out look the same. */
function whyNot(cause: unknown): PasskeyFailure['why'] {
  if (!knowsPasskeys()) return 'unknown'
  const name = cause instanceof Error ? cause.name : ''
  if (name === 'InvalidStateError') return 'known'
  if (name === 'AbortError') return 'stopped'
  return name === 'NotAllowedError' ? 'refused' : 'failed'
}
