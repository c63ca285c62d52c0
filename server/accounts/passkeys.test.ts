import { expect, it } from 'vitest'
import { softwareAuthenticator } from '../testing/software-authenticator.ts'
import {
  creationOptions,
  judgeAssertion,
  makeChallenge,
  passkeySite,
  readRegistration,
  requestOptions,
  userHandleOf,
} from './passkeys.ts'

const origin = 'https://desk.example'
const site = passkeySite(origin)
const ana = { id: 'ana-1', name: 'Ana Souza', email: 'ana@example.com' }

async function enrolled() {
  const authenticator = softwareAuthenticator(origin)
  const challenge = makeChallenge()
  const registration = authenticator.create(creationOptions(site, challenge, ana, []))
  const passkey = await readRegistration(site, challenge, registration)
  if (passkey === undefined) throw new Error('The passkey was refused.')
  return { authenticator, passkey, registration, challenge }
}

it('Passkey: one is made, and signs another challenge each time', async () => {
  const { authenticator, passkey } = await enrolled()
  expect(passkey).toMatchObject({ counter: 0, transports: ['usb'], isBackedUp: false })
  for (const counter of [1, 2]) {
    const challenge = makeChallenge()
    const assertion = authenticator.get(requestOptions(site, challenge, [passkey]))
    expect(assertion.response.userHandle).toBe(userHandleOf(ana.id))
    const verdict = await judgeAssertion(site, challenge, passkey, assertion)
    expect(verdict).toEqual({ isGood: true, counter, isBackedUp: false })
  }
})

it('Passkey: it is bound to the host of the site, and has to be stored by the device and unlocked by a person', () => {
  expect(site).toEqual({ origin, rpId: 'desk.example' })
  expect(passkeySite('http://localhost:4620').rpId).toBe('localhost')
  const options = creationOptions(site, makeChallenge(), ana, [{ credentialId: 'abc', transports: ['usb'] }])
  expect(options).toMatchObject({
    rp: { id: 'desk.example' },
    excludeCredentials: [{ id: 'abc' }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
    pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
  })
})

it.each([
  ['of another origin', { origin: 'https://desk.example.evil.test' }],
  ['of another port', { origin: 'https://desk.example:8443' }],
  ['bound to another host', { rpId: 'evil.test' }],
  ['of another challenge', { challenge: makeChallenge() }],
  ['by a user whom the device did not verify', { isVerified: false }],
  ['asked for by a page in a frame', { isCrossOrigin: true }],
])('Passkey: one that is made or signs %s is refused', async (_, quirks) => {
  const { authenticator, passkey } = await enrolled()
  const challenge = makeChallenge()
  const registration = authenticator.create(creationOptions(site, challenge, ana, []), quirks)
  expect(await readRegistration(site, challenge, registration)).toBeUndefined()
  const assertion = authenticator.get(requestOptions(site, challenge, [passkey]), quirks)
  expect(await judgeAssertion(site, challenge, passkey, assertion)).toEqual({ isGood: false, why: 'signature' })
})

it('Passkey: a signature by another one, or by none, is refused', async () => {
  const { passkey } = await enrolled()
  const { authenticator: other } = await enrolled()
  const challenge = makeChallenge()
  const assertion = other.get(requestOptions(site, challenge))
  const renamed = { ...assertion, id: passkey.credentialId, rawId: passkey.credentialId }
  for (const response of [assertion, renamed]) {
    expect(await judgeAssertion(site, challenge, passkey, response)).toEqual({ isGood: false, why: 'signature' })
  }
})

it('Passkey: a counter that does not advance means a copy, and is refused', async () => {
  const { authenticator, passkey } = await enrolled()
  const challenge = makeChallenge()
  const options = requestOptions(site, challenge)
  for (const counter of [0, 4, 5]) {
    const verdict = await judgeAssertion(
      site,
      challenge,
      { ...passkey, counter: 5 },
      authenticator.get(options, { counter }),
    )
    expect(verdict).toEqual({ isGood: false, why: 'counter' })
  }
  const next = await judgeAssertion(
    site,
    challenge,
    { ...passkey, counter: 5 },
    authenticator.get(options, { counter: 6 }),
  )
  expect(next).toMatchObject({ isGood: true, counter: 6 })
})

it('Passkey: one that does not count, as it is on several devices, is taken', async () => {
  const { authenticator, passkey } = await enrolled()
  const challenge = makeChallenge()
  const assertion = authenticator.get(requestOptions(site, challenge), { counter: 0 })
  expect(await judgeAssertion(site, challenge, passkey, assertion)).toMatchObject({ isGood: true, counter: 0 })
})

it('Passkey: an answer that is no JSON or holds no key is refused, not a bug', async () => {
  const { passkey, registration, challenge } = await enrolled()
  const spoilt = { ...registration, response: { ...registration.response, attestationObject: 'AAAA' } }
  expect(await readRegistration(site, challenge, spoilt)).toBeUndefined()
  const { authenticatorData = '', ...nothing } = {
    clientDataJSON: 'AAAA',
    signature: 'AAAA',
    authenticatorData: 'AAAA',
  }
  const assertion = {
    id: passkey.credentialId,
    rawId: passkey.credentialId,
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: { ...nothing, authenticatorData },
  }
  expect(await judgeAssertion(site, challenge, passkey, assertion)).toEqual({ isGood: false, why: 'signature' })
})
