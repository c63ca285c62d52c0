import type { Mutant } from './mutant.ts'

const passkeys = { file: 'server/accounts/passkeys.ts', killedBy: ['server/accounts/passkeys.test.ts'] }
const signatures = {
  file: 'server/accounts/approval-signatures.ts',
  killedBy: ['server/accounts/approval-signatures.test.ts'],
}

/** Mistakes in what people prove who they are with, and in what a passkey signs. */
export const accountsMutants: readonly Mutant[] = [
  {
    ...passkeys,
    breaks: 'A copied passkey signs in beside the one it was copied from.',
    text: '&& newCounter <= counter',
    replacement: '&& newCounter < counter - 1',
  },
  {
    ...passkeys,
    breaks: 'A page of another site signs people in through a frame.',
    text: 'data.crossOrigin !== false',
    replacement: 'data.crossOrigin === null',
  },
  {
    breaks: 'A passkey signs in any person that the browser names.',
    file: 'server/accounts/credentials.ts',
    text: 'userHandle !== userHandleOf(row.person_id))',
    replacement: "userHandle === '')",
    killedBy: ['server/routes/accounts.test.ts'],
  },
  {
    breaks: 'A code of an authenticator app is good as often as one likes.',
    file: 'server/accounts/totp.ts',
    text: 'step > (lastStep ?? -1)',
    replacement: 'step >= (lastStep ?? -1)',
    killedBy: ['server/accounts/totp.test.ts'],
  },
  {
    breaks: 'Whoever guesses at a hundred passwords at once waits for none of them.',
    file: 'server/accounts/guessing.ts',
    text: 'if (longest > 0) return longest',
    replacement: 'if (longest > 60_000) return longest',
    killedBy: ['server/accounts/guessing.test.ts'],
  },
  {
    breaks: 'A recovery code of one person lets in another.',
    file: 'server/accounts/recovery-codes.ts',
    text: "encryption.hash('recovery-code', ",
    replacement: "encryption.hash('recovery-code', plain || ",
    killedBy: ['server/accounts/recovery-codes.test.ts'],
  },
  {
    breaks: 'A lost passkey works on after its owner has recovered the account.',
    file: 'server/accounts/enrolment.ts',
    text: 'for (const passkey of await passkeysOf(tx, person.id)) await removePasskey(tx, passkey)',
    replacement: '',
    killedBy: ['server/routes/accounts.test.ts'],
  },
  {
    ...signatures,
    breaks: 'A touch for one list of payouts signs another.',
    text: 'canonicalJson(signed)',
    replacement: 'canonicalJson(Object.keys(signed))',
  },
]
