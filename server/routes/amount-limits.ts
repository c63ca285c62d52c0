import { amountLimitsSchema, amountLimitWriteSchema } from '#shared/api/amount-limit.ts'
import { listAmountLimits, setAmountLimit } from '../amount-limits/amount-limits.ts'
import { named, type Route, route } from '../http/route.ts'
import type { AppDeps } from './app-deps.ts'

/** Above which amounts the merchant wants payouts looked at again. */
export function amountLimitRoutes({ store }: Pick<AppDeps, 'store'>): readonly Route[] {
  const answer = named('AmountLimits', amountLimitsSchema)
  return [
    route({
      method: 'get',
      path: '/api/amount-limits',
      permission: 'read',
      summary: 'The amounts above which payouts get a warning, by currency.',
      answer,
      handle: async () => ({ body: { items: await listAmountLimits(store) } }),
    }),
    route({
      method: 'put',
      path: '/api/amount-limits/:id',
      permission: 'manage',
      summary: 'Sets or removes the limit of a currency, and answers all limits. The id is its code, such as BRL.',
      body: named('AmountLimitWrite', amountLimitWriteSchema),
      answer,
      handle: async ({ person, id, body: { amount } }) => {
        await store.write((tx) => setAmountLimit(tx, person, id, amount))
        return { body: { items: await listAmountLimits(store) } }
      },
    }),
  ]
}
