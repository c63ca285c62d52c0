import { callBacksSchema, callBackWriteSchema } from '#shared/api/call-back.ts'
import { findCallBacks, recordCallBack, unfreeze } from '../beneficiaries/call-backs.ts'
import { named, type Route, route } from '../http/route.ts'
import { requireFewDenials } from '../people/daily-bounds.ts'
import type { AppDeps } from './app-deps.ts'

/** Calling beneficiaries back about their bank details. */
export function callBackRoutes({ store }: Pick<AppDeps, 'store'>): readonly Route[] {
  const callBacks = named('CallBacks', callBacksSchema)
  return [
    route({
      method: 'get',
      path: '/api/beneficiaries/:id/call-backs',
      permission: 'read',
      summary: 'The call-backs of a beneficiary, newest first, and the phone numbers that they have had, masked.',
      answer: callBacks,
      problems: ['TAMPERED'],
      handle: async ({ id }) => ({ body: await findCallBacks(store, id) }),
    }),
    route({
      method: 'post',
      path: '/api/beneficiaries/:id/call-backs',
      permission: 'callBack',
      summary:
        'Records that a beneficiary was called back about their bank details. A denial stops all payouts to them until an admin lets these go on.',
      version: 'seen',
      body: named('CallBackWrite', callBackWriteSchema),
      answer: callBacks,
      problems: ['ERASED', 'VERSION_CONFLICT', 'TAMPERED', 'TOO_MANY_DENIALS'],
      handle: async ({ person, id, version, body }) => {
        await store.write(async (tx) => {
          await recordCallBack(tx, person, { id, version }, body)
          if (body.result === 'denied') await requireFewDenials(tx, person)
        })
        return { body: await findCallBacks(store, id) }
      },
    }),
    route({
      method: 'post',
      path: '/api/beneficiaries/:id/unfreeze',
      permission: 'manage',
      summary:
        'Lets payouts go on to a beneficiary who denied their bank details, once another person has called back and had the saved ones confirmed.',
      version: 'seen',
      answer: callBacks,
      problems: ['ERASED', 'VERSION_CONFLICT', 'STATE_CONFLICT', 'TAMPERED'],
      handle: async ({ person, id, version }) => {
        await store.write((tx) => unfreeze(tx, person, { id, version }))
        return { body: await findCallBacks(store, id) }
      },
    }),
  ]
}
