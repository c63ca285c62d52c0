import { describe, expect, it } from 'vitest'
import { onePayoutSchema, type Payout } from '#shared/api/payout.ts'
import { approve, brazil, changed, enter, payoutWrite, reveal } from '../testing/payouts.ts'
import { stores } from '../testing/stores.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

const exporting = ({ id }: Pick<Payout, 'id'>, person: Visitor) =>
  person.post('/api/exports', { payoutIds: [id], format: 'json', again: false })

async function wayOf(person: Visitor, { id }: Pick<Payout, 'id'>) {
  const { state, approvals } = onePayoutSchema.parse((await person.get(`/api/payouts/${id}`)).json)
  return [state, approvals.needed, approvals.why, approvals.given.length]
}

const sent = (person: Visitor, amount: string, more: object = {}) =>
  enter(person, { ...changed(payoutWrite(brazil, { submit: true }), { amount }), ...more })

const modes = ['accounts', 'oidc'] as const

describe.each(stores.flatMap((kind) => modes.map((mode) => ({ ...kind, mode }))))(
  'After names were taken on trust, SIGN_IN=$mode on $name',
  ({ makePlace, mode }) => {
    /** What was done before, and the app that is started on it next. */
    async function changing(
      before: (local: TestApp) => Promise<readonly Payout[]>,
      after: (app: TestApp, payouts: readonly Payout[]) => Promise<void>,
    ): Promise<void> {
      const place = await makePlace()
      const start = (environment: Record<string, string>) => startTestApp({ ...place.environment, ...environment })
      const local = await start({ SIGN_IN: 'local' })
      const payouts = await before(local)
      await local.stop()
      const app = await start({ SIGN_IN: mode })
      try {
        await after(app, payouts)
      } finally {
        await app.stop()
        await place.remove()
      }
    }

    it('what one person approved under another name is in review again, and takes two who prove who they are', () =>
      changing(
        async (local) => {
          const [approved, waiting] = [await sent(local, '11'), await sent(local, '12')]
          return [await approve(local.as('Bruno Lima'), approved), waiting]
        },
        async (app, payouts) => {
          const rita = await app.asMember({ name: 'Rita Rocha', roles: ['reviewer'] })
          const rui = await app.asMember({ name: 'Rui Ramos', roles: ['reviewer'] })
          for (const payout of payouts) {
            expect((await exporting(payout, rita)).status).toBe(409)
            expect(await wayOf(rita, payout)).toEqual(['in_review', 2, 'trust', 0])
            await approve(rita, payout)
            expect(await wayOf(rita, payout)).toEqual(['in_review', 2, 'trust', 1])
            expect((await exporting(payout, rita)).status).toBe(409)
            await approve(rui, payout)
            expect((await exporting(payout, rita)).status).toBe(201)
          }
        },
      ))

    it('a saved beneficiary typed before counts as anyone’s until it was paid', () =>
      changing(
        async (local) => [await sent(local, '13')],
        async (app, [first]) => {
          const clerk = await app.asMember({ name: 'Carla Dias', roles: ['clerk'] })
          const rita = await app.asMember({ name: 'Rita Rocha', roles: ['reviewer'] })
          const rui = await app.asMember({ name: 'Rui Ramos', roles: ['reviewer'] })
          const { beneficiary } = await reveal(rita, first!.id)
          const again = () => sent(clerk, '14', { beneficiary })
          const second = await again()
          expect(await wayOf(rita, second)).toEqual(['in_review', 2, 'trust', 0])
          for (const reviewer of [rita, rui]) await approve(reviewer, second)
          expect((await exporting(second, rita)).status).toBe(201)
          expect(await wayOf(rita, await again())).toEqual(['in_review', 1, null, 0])
        },
      ))
  },
)
