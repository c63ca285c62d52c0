import { describe, expect, it } from 'vitest'
import { onePayoutSchema, type Payout } from '#shared/api/payout.ts'
import { peopleSchema } from '#shared/api/people.ts'
import { approvalPolicySchema, type RulesByCurrency } from '#shared/api/policy.ts'
import { proposalsSchema } from '#shared/api/proposals.ts'
import { suggestedPolicy } from '../policy/suggested-policy.ts'
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

async function propose(person: Visitor, currencies: RulesByCurrency) {
  const { json } = await person.post('/api/approval-policy/proposals', { currencies })
  return proposalsSchema.parse(json).items[0]?.id
}

async function agree([one, other]: readonly [Visitor, Visitor], currencies: RulesByCurrency): Promise<void> {
  const { status } = await other.post(`/api/proposals/${await propose(one, currencies)}/confirm`, undefined)
  expect(status).toBe(200)
}

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

    const twoApprovals = { BRL: [{ above: '0', approvals: 2, appliesTo: 'payout' }] } as const
    const policyOf = async (person: Visitor) =>
      approvalPolicySchema.parse((await person.get('/api/approval-policy')).json)

    it('the policy that one person agreed on under two names holds, and is asked for until two admins have decided', () =>
      changing(
        async (local) => {
          await agree([local, local.as('Bruno Lima')], {})
          await agree([local, local.as('Bruno Lima')], twoApprovals)
          await propose(local, {})
          return []
        },
        async (app) => {
          const rita = await app.asMember({ name: 'Rita Rocha', roles: ['reviewer'] })
          expect((await policyOf(rita)).suggested).toBeNull()
          await app.asMember({ name: 'Rui Ramos', roles: ['reviewer'] })
          expect(await policyOf(rita)).toEqual({ version: 2, currencies: twoApprovals, suggested: suggestedPolicy })
          const ada = await app.asMember({ name: 'Ada Alves', roles: ['admin'] })
          const adi = await app.asMember({ name: 'Adi Araujo', roles: ['admin'] })
          const waiting = proposalsSchema.parse((await ada.get('/api/proposals')).json).items
          for (const { id } of waiting)
            expect((await ada.post(`/api/proposals/${id}/confirm`, undefined)).status).toBe(403)
          await agree([ada, adi], {})
          expect(await policyOf(rita)).toEqual({ version: 3, currencies: {}, suggested: null })
        },
      ))

    it('no admin gives such a name roles, nor a link', () =>
      changing(
        async (local) => {
          await sent(local.as('Bruno Lima'), '15')
          return []
        },
        async (app) => {
          const ada = await app.asMember({ name: 'Ada Alves', roles: ['admin'] })
          const people = peopleSchema.parse((await ada.get('/api/people')).json).items
          const { id = '', version } = people.find(({ name }) => name === 'Bruno Lima') ?? {}
          const rights = { roles: ['clerk'], approveUpTo: {}, approveUpToADay: {} }
          const refusal = { status: 409, json: { code: 'PERSON_REFUSED', params: { why: 'onTrust' } } }
          expect(await ada.put(`/api/people/${id}`, rights, { 'if-match': `"${version}"` })).toMatchObject(refusal)
          expect((await ada.post(`/api/people/${id}/suspend`, { distrust: true })).status).toBe(200)
          expect(await ada.post(`/api/people/${id}/reinstate`, undefined)).toMatchObject(refusal)
          expect((await ada.post(`/api/people/${id}/re-enrolment`, undefined)).status).toBe(409)
        },
      ))
  },
)
