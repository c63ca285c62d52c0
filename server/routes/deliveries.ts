import { waysSchema } from '#shared/api/delivery-state.ts'
import { deliveryWays } from '#shared/api/webhooks.ts'
import { retryWay, stateOfWay } from '../deliveries/delivery-rows.ts'
import { named, type Route, route } from '../http/route.ts'
import type { AppDeps } from './app-deps.ts'

/** How each way of telling is doing: of those that are on. */
export function deliveryStateRoutes({
  store,
  webhooks,
  mail,
}: Pick<AppDeps, 'store' | 'webhooks' | 'mail'>): readonly Route[] {
  const isOn = { webhook: webhooks !== undefined, mail: mail !== undefined }
  const answer = named('DeliveryWays', waysSchema)
  const states = async () => {
    const found = await Promise.all(deliveryWays.filter((way) => isOn[way]).map((way) => stateOfWay(store.db, way)))
    const items = found.map(({ failed, ...state }) => {
      const { tried_at: at = null, status = null, why = null } = failed ?? {}
      return { ...state, failed: at === null || why === null ? null : { at, status, why } }
    })
    return { body: waysSchema.parse({ items }) }
  }
  return [
    route({
      method: 'get',
      path: '/api/deliveries',
      isUse: false,
      permission: 'read',
      summary:
        'How webhooks and mails are doing, where they are on: what waits, what was set aside, and the last attempts.',
      answer,
      handle: states,
    }),
    route({
      method: 'post',
      path: '/api/mail/retry',
      permission: 'manage',
      summary: 'Has the mails that were set aside sent again.',
      answer,
      handle: async () => {
        await store.write((tx) => retryWay(tx.db, 'mail'))
        return states()
      },
    }),
  ]
}
