import { bankNameSchema, bankNamesSchema, bankNameWriteSchema } from '#shared/api/bank-name.ts'
import { findOneBankName, listBankNames, nameBank, unnameBank } from '../bank-names/bank-names.ts'
import { done, named, type Route, route, versioned } from '../http/route.ts'
import type { AppDeps } from './app-deps.ts'

/** What the merchant calls banks and wallets whose codes have no public name. */
export function bankNameRoutes({ store }: Pick<AppDeps, 'store'>): readonly Route[] {
  const one = { path: '/api/bank-names/:id' } as const
  const bankName = named('BankName', bankNameSchema)
  return [
    route({
      method: 'get',
      path: '/api/bank-names',
      permission: 'read',
      summary:
        'All names that the merchant has given to bank codes, by country and code, and the banks that are paid most often.',
      answer: named('BankNames', bankNamesSchema),
      handle: async () => ({ body: await listBankNames(store) }),
    }),
    route({
      ...one,
      method: 'get',
      permission: 'read',
      summary: 'The name that the merchant gives a bank. Its id is country and code, such as PE-0029.',
      answer: bankName,
      handle: async ({ id }) => versioned(await findOneBankName(store, id)),
    }),
    route({
      ...one,
      method: 'put',
      permission: 'manage',
      summary:
        'Names a bank or wallet whose code has no public name: If-None-Match: * the first time, then If-Match with the version.',
      version: 'seen-or-new',
      body: named('BankNameWrite', bankNameWriteSchema),
      answer: bankName,
      problems: ['VERSION_CONFLICT'],
      handle: async ({ person, id, version, body: { name } }) => {
        await store.write((tx) => nameBank(tx, person, { id, name, version }))
        return versioned(await findOneBankName(store, id))
      },
    }),
    route({
      ...one,
      method: 'delete',
      permission: 'manage',
      summary: 'Removes the name that the merchant gave a bank, at the version that was seen.',
      version: 'seen',
      status: 204,
      problems: ['VERSION_CONFLICT'],
      handle: async ({ person, id, version }) => {
        await store.write((tx) => unnameBank(tx, person, id, version))
        return done
      },
    }),
  ]
}
