import * as z from 'zod/mini'
import { sessionSchema } from './session.ts'
import { idText, longestText, readableText, storedText } from './texts.ts'

/*
 * Signing in with a passkey, or with a password and a code; becoming a member of staff by an invitation; one's own account; signing
 * approvals. What a browser's `navigator.credentials` is given and gives back is JSON as WebAuthn Level 3 writes it.
 */

const base64url = z.string().check(z.regex(/^[\w-]+$/), z.maxLength(longestText))

/** An attestation holds a certificate at times, although none is asked for. */
const longBase64url = z.string().check(z.regex(/^[\w-]+$/), z.maxLength(16_384))

/** What is handed out for one attempt, and holds for five minutes. */
const ceremonyId = idText

/** 256 random bits, as they follow the # of a link; of a link that needs a code, with a full stop and the letters and digits of the code. */
const linkToken = z.string().check(z.regex(/^[\w-]{1,64}(?:\.[0-9A-Za-z]{0,40})?$/))

const transports = z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))

const descriptorSchema = z.object({
  id: base64url,
  type: z.literal('public-key'),
  transports: z.exactOptional(transports),
})

/** For `startRegistration` of the browser. */
const creationOptionsSchema = z.object({
  challenge: base64url,
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: base64url, name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  excludeCredentials: z.array(descriptorSchema),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})

export type CreationOptions = z.infer<typeof creationOptionsSchema>

/** For `startAuthentication` of the browser. Nothing in `allowCredentials`: any passkey of this site. */
const requestOptionsSchema = z.object({
  challenge: base64url,
  rpId: z.string(),
  timeout: z.number(),
  allowCredentials: z.array(descriptorSchema),
  userVerification: z.literal('required'),
})

export type RequestOptions = z.infer<typeof requestOptionsSchema>

/** Answers of every `…/passkey-options` for a new passkey. */
export const creationCeremonySchema = z.object({ ceremonyId: z.string(), options: creationOptionsSchema })

/** Answers of every `…/passkey-options`, and of the challenge, for a passkey that is there. */
export const requestCeremonySchema = z.object({ ceremonyId: z.string(), options: requestOptionsSchema })

/** Answers that begin to pair an authenticator app: its secret in Base32, and the same as an otpauth address for a QR code. */
export const totpCeremonySchema = z.object({ ceremonyId: z.string(), secret: z.string(), uri: z.string() })

const attachment = z.exactOptional(z.enum(['platform', 'cross-platform']))

/** The results of extensions, which are not used. */
const extensionResults = z.record(z.string(), z.unknown())

/** What `startRegistration` gives back. */
const registrationSchema = z.strictObject({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensionResults,
  response: z.strictObject({
    clientDataJSON: base64url,
    attestationObject: longBase64url,
    authenticatorData: z.exactOptional(longBase64url),
    transports: z.exactOptional(transports),
    publicKeyAlgorithm: z.exactOptional(z.number()),
    publicKey: z.exactOptional(longBase64url),
  }),
})

export type Registration = z.infer<typeof registrationSchema>

/** What `startAuthentication` gives back. */
const assertionSchema = z.strictObject({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensionResults,
  response: z.strictObject({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.exactOptional(base64url),
  }),
})

export type Assertion = z.infer<typeof assertionSchema>

/** POST /api/sign-in/passkey, /api/session/proof/passkey and /api/approvals/signature. */
export const passkeyAssertionSchema = z.strictObject({ ceremonyId, response: assertionSchema })

/** How many characters a new password has. Nothing is asked of which they are: length is what counts against guessing. */
export const passwordLength = { min: 15, max: 128 } as const

/** As it is typed: a new one that is too weak is reported by an issue of its own. */
const password = storedText.check(z.minLength(1))

const newPassword = storedText.check(
  z.minLength(1),
  z.describe(
    `${passwordLength.min} to ${passwordLength.max} characters, of any kind; no common password, and not built on one’s own name or e-mail address.`,
  ),
)

/** Six digits, as an authenticator app shows them; blanks between them are taken away. */
const totpCode = z.string().check(
  z.maxLength(longestText),
  z.overwrite((text) => text.replace(/\s/g, '')),
  z.regex(/^\d{6}$/),
  z.describe('Six digits; blanks among them do not matter.'),
)

const email = storedText.check(z.maxLength(254), z.minLength(1))

/** POST /api/sign-in/password. */
export const passwordSignInSchema = z.strictObject({ email, password, code: totpCode })

/** POST /api/sign-in/recovery. A recovery code however it is grouped and whatever its case. */
export const recoverySignInSchema = z.strictObject({
  email,
  recoveryCode: z.string().check(z.minLength(1), z.maxLength(100)),
})

/** Its answer: for /enrol, where another passkey or password is set up. */
export const recoveryTokenSchema = z.object({ token: z.string() })

/** POST /api/enrolment, /api/enrolment/passkey-options and /api/enrolment/totp. */
export const enrolmentTokenSchema = z.strictObject({ token: linkToken })

/** What an invitation, or a link for who has lost their passkey, is for. */
export const enrolmentSchema = z.object({
  name: z.string(),
  email: z.string(),
  roles: z.array(z.enum(['viewer', 'clerk', 'reviewer', 'admin'])),
  kind: z.enum(['invitation', 'recovery']),
  expiresAt: z.string(),
})

export type Enrolment = z.infer<typeof enrolmentSchema>

/** A person's own, as others will read it. */
const ownName = readableText.check(z.maxLength(60), z.describe('As for POST /api/session.'))

/** POST /api/enrolment/passkey. */
export const enrolmentPasskeySchema = z.strictObject({
  token: linkToken,
  name: ownName,
  ceremonyId,
  response: registrationSchema,
})

/** POST /api/enrolment/password. */
export const enrolmentPasswordSchema = z.strictObject({
  token: linkToken,
  name: ownName,
  ceremonyId,
  password: newPassword,
  code: totpCode,
})

/** The answer of both: who has signed in with it, and the recovery codes, which are shown this once. */
export const enrolledSchema = z.object({ session: sessionSchema, recoveryCodes: z.array(z.string()) })

/** `params.change` of 403 STEP_UP_REQUIRED, where the proof is to confirm a change of what one signs in with: for the same request, sent again. */
const change = z.exactOptional(idText)

/** POST /api/session/proof/passkey-options. */
export const passkeyProofSchema = z.strictObject({ change })

/** POST /api/session/proof/password. Who has a passkey confirms changes with it alone. */
export const passwordProofSchema = z.strictObject({ password, code: totpCode, change })

/** The name by which a person recognises one of their passkeys. */
const passkeyName = readableText.check(z.maxLength(60), z.describe('Not blank, at most 60 characters.'))

/** POST /api/account/passkeys. */
export const newPasskeySchema = z.strictObject({ ceremonyId, response: registrationSchema, name: passkeyName })

/** PUT /api/account/password. */
export const newPasswordSchema = z.strictObject({ ceremonyId, password: newPassword, code: totpCode })

/** Answer of POST /api/account/recovery-codes: shown this once, and all former ones are void. */
export const recoveryCodesSchema = z.object({ codes: z.array(z.string()) })

/** POST /api/approvals/signature: named in the approvals that it is for, within five minutes. */
export const approvalSignatureSchema = z.object({ signatureId: z.string() })
