import {
  creationCeremonySchema,
  newPasskeySchema,
  newPasswordSchema,
  recoveryCodesSchema,
  totpCeremonySchema,
} from '#shared/api/accounts.ts'
import { type Account, accountSchema } from '#shared/api/own-account.ts'
import type { AccountDeps } from '../accounts/credentials.ts'
import {
  type AccountHolder,
  addOwnPasskey,
  beginNewPasskey,
  beginOwnTotp,
  endOwnSession,
  removeOwnPasskey,
  removeOwnPassword,
  renewOwnRecoveryCodes,
  setOwnPassword,
  showAccount,
} from '../accounts/own-account.ts'
import { named, type Route, route } from '../http/route.ts'
import { keepingTrail } from '../people/sign-in-trail.ts'
import type { AppDeps } from './app-deps.ts'

const account = named('Account', accountSchema)

/** One's own account, however one signs in. */
export function accountRoutes({ store }: Pick<AppDeps, 'store'>): readonly Route[] {
  return [
    route({
      method: 'get',
      path: '/api/account',
      permission: 'account',
      answer: account,
      problems: ['TAMPERED'],
      summary:
        'Who you are here, how you sign in, what of that has changed within seven days, and where you have signed in.',
      handle: async (owner) => ({ body: await showAccount(store, owner) }),
    }),
    route({
      method: 'delete',
      path: '/api/account/sessions/:id',
      permission: 'account',
      stopsWork: true,
      answer: account,
      problems: ['NOT_FOUND', 'TAMPERED'],
      summary: 'Ends one of your own sessions.',
      handle: async ({ id, ...owner }) => {
        await endOwnSession(store, owner, id)
        return { body: await showAccount(store, owner) }
      },
    }),
  ]
}

/** What one signs in with, where that is kept here. Each change takes a proof that confirms it and no other; it ends one's other sessions. */
export function ownAccountRoutes(deps: AppDeps & AccountDeps): readonly Route[] {
  const { store } = deps
  const after: After = async (owner, work) => {
    await keepingTrail(store, changeBy(owner), () => work)
    return { body: await showAccount(store, owner) }
  }
  return [...ownPasskeyRoutes(deps, after), ...ownPasswordRoutes(deps, after)]
}

/** Answers the account as it is once something was done. */
type After = (owner: Owner, work: Promise<void>) => Promise<{ readonly body: Account }>

interface Owner extends AccountHolder {
  readonly address: string
  readonly device: string
}

function changeBy({ person, address, device }: Owner) {
  return { kind: 'credentials', person, address, device } as const
}

function ownPasskeyRoutes(deps: AppDeps & AccountDeps, after: After): readonly Route[] {
  return [
    route({
      method: 'post',
      path: '/api/account/passkey-options',
      permission: 'account',
      answer: named('PasskeyCreation', creationCeremonySchema),
      summary: 'Begins to create another passkey.',
      handle: async ({ person }) => {
        return { body: await beginNewPasskey(deps, person) }
      },
    }),
    route({
      method: 'post',
      path: '/api/account/passkeys',
      permission: 'account',
      answer: account,
      body: named('NewPasskey', newPasskeySchema),
      problems: ['STEP_UP_REQUIRED', 'CEREMONY_EXPIRED', 'PASSKEY_REFUSED', 'TAMPERED'],
      summary: 'Saves another passkey.',
      handle: ({ body, ...owner }) => {
        return after(owner, addOwnPasskey(deps, owner, body))
      },
    }),
    route({
      method: 'delete',
      path: '/api/account/passkeys/:id',
      permission: 'account',
      answer: account,
      problems: ['NOT_FOUND', 'LAST_WAY_IN', 'STEP_UP_REQUIRED', 'TAMPERED'],
      summary: 'Removes a passkey.',
      handle: ({ id, ...owner }) => {
        return after(owner, removeOwnPasskey(deps, owner, id))
      },
    }),
  ]
}

function ownPasswordRoutes(deps: AppDeps & AccountDeps, after: After): readonly Route[] {
  return [
    route({
      method: 'post',
      path: '/api/account/totp',
      permission: 'account',
      answer: named('TotpCeremony', totpCeremonySchema),
      summary: 'Begins to pair an authenticator app.',
      handle: async ({ person }) => {
        return { body: await beginOwnTotp(deps, person) }
      },
    }),
    route({
      method: 'put',
      path: '/api/account/password',
      permission: 'account',
      answer: account,
      body: named('NewPassword', newPasswordSchema),
      problems: ['CEREMONY_EXPIRED', 'SIGN_IN_PAUSED', 'STEP_UP_REQUIRED', 'TAMPERED'],
      summary: 'Sets the password and the authenticator app that go together.',
      handle: ({ body, ...owner }) => {
        return after(owner, setOwnPassword(deps, owner, body))
      },
    }),
    route({
      method: 'delete',
      path: '/api/account/password',
      permission: 'account',
      answer: account,
      problems: ['NOT_FOUND', 'LAST_WAY_IN', 'STEP_UP_REQUIRED', 'TAMPERED'],
      summary: 'Removes the password.',
      handle: (owner) => {
        return after(owner, removeOwnPassword(deps, owner))
      },
    }),
    route({
      method: 'post',
      path: '/api/account/recovery-codes',
      permission: 'account',
      answer: named('RecoveryCodes', recoveryCodesSchema),
      problems: ['STEP_UP_REQUIRED'],
      summary: 'Creates new recovery codes, shown only now; they replace the earlier ones.',
      handle: async (owner) => {
        const codes = await keepingTrail(deps.store, changeBy(owner), () => renewOwnRecoveryCodes(deps, owner))
        return { body: { codes } }
      },
    }),
  ]
}
