import fc from 'fast-check'
import { expect, it } from 'vitest'
import { issueOn } from '#shared/api/issue.ts'
import { payoutStates } from '#shared/api/payout.ts'
import { roles } from '#shared/api/permissions.ts'
import { compareAmounts } from '#shared/payout/totals.ts'
import { runs, sameExamples } from '#shared/testing/runs.ts'
import { Failure } from '../kernel/failure.ts'
import { whyNotApprove } from '../payouts/offered-actions.ts'
import type { Actor } from '../people/member.ts'
import { oneApproval } from '../policy/approvals-needed.ts'
import type { ActionOf, ApprovalState } from './approval-state.ts'
import { refusals, transition } from './transition.ts'

const at = '2026-11-21T12:00:00.000Z'
const later = '2026-11-21T12:00:00.001Z'
const warning = issueOn('accountNumber', 'details_once', { from: '1', to: '2' })

const mostly = <Value>(usual: Value, ...others: readonly Value[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, fc.constantFrom(...others))

const payouts = fc.record<ApprovalState>({
  state: mostly('in_review', ...payoutStates),
  enteredBy: mostly(['ana'], ['ana', 'bruno'], ['carla']),
  detailsBy: fc.constant([]),
  requestHash: fc.constant('r1'),
  payment: fc.constantFrom({ amount: '100', currencyCode: 'BRL' }, { amount: '100', currencyCode: 'MXN' }),
  approvals: mostly([], [{ by: 'bruno', at, requestHash: 'r1' }], [{ by: 'carla', at, requestHash: 'r1' }]),
  need: fc.constantFrom(oneApproval, { needed: 2, why: 'amount' as const }),
  approvedHash: fc.constant(null),
  decision: fc.constant(null),
  isErased: mostly(false, true),
})

const moves = fc.record({
  act: fc.constant('approve' as const),
  shownHash: mostly('r1', 'r0'),
  verification: mostly({ storedHash: 'r1', todaysHash: 'r1' }, { storedHash: 'r1', todaysHash: null }),
  warnings: mostly(
    { shownHash: 'w1', todaysHash: 'w1', standing: [], confirmed: [] },
    { shownHash: 'w1', todaysHash: 'w2', standing: [], confirmed: [] },
    {
      shownHash: 'w1',
      todaysHash: 'w1',
      standing: [{ warning, isConfirmed: false, reviewedBy: [] }],
      confirmed: [],
    },
  ),
  sanctions: fc.constant(oneApproval),
  sums: fc.record({ toPayee: mostly('100', '200', 'unknown'), inAll: mostly('100', '300', 'unknown') }),
  groupOf: mostly<ActionOf<'approve'>['groupOf']>(
    (id) => id,
    (id) => (id === 'carla' ? 'bruno' : id),
    (id) => (id === 'bruno' || id === 'ana' ? 'eva' : id),
    (id) => (id === 'dora' || id === 'carla' ? 'ana' : id),
  ),
  refusedBy: mostly<ActionOf<'approve'>['refusedBy']>(undefined, [['ana']], [['dora', 'carla'], ['ana']]),
  refusedAuthors: mostly<readonly string[]>([], ['ana'], ['dora']),
  detailsBy: mostly<readonly string[]>([], ['bruno'], ['eva']),
  at: fc.constantFrom(at, later),
})

const actors = fc.record<Actor>({
  id: fc.constant('bruno'),
  roles: mostly<Actor['roles']>(roles, ['clerk'], ['reviewer']),
  approveUpTo: mostly({}, { BRL: '99' }, { BRL: '150' }),
  approveUpToADay: mostly({}, { BRL: '99' }, { BRL: '250' }),
  ownerIds: mostly<Actor['ownerIds']>([], ['carla']),
  heldUntil: mostly(null, later),
})

/** Each condition on its own, a second time. */
function expected(saved: ApprovalState, move: ActionOf<'approve'>, actor: Actor): readonly string[] {
  const payout = { ...saved, enteredBy: [...saved.enteredBy, ...(move.detailsBy ?? [])] }
  const isByDetails = move.detailsBy?.includes('bruno') === true && !saved.enteredBy.includes('bruno')
  const { currencyCode, amount } = payout.payment
  const isAbove = (one: string, { BRL }: Actor['approveUpTo']) => {
    const limit = currencyCode === 'BRL' ? BRL : undefined
    return limit !== undefined && [amount, one].some((sum) => sum === 'unknown' || compareAmounts(sum, limit) > 0)
  }
  const hashes = [move.shownHash, move.verification.storedHash, move.verification.todaysHash]
  const isOther = hashes.some((hash) => hash !== 'r1')
  const holds = {
    ERASED: payout.isErased,
    'STATE_CONFLICT state': payout.state !== 'in_review',
    NOT_PERMITTED: !actor.roles.includes('reviewer'),
    [`OWN_ENTRY ${isByDetails ? 'details' : 'payout'}`]: payout.enteredBy.some((id) =>
      ['bruno', ...actor.ownerIds].includes(id),
    ),
    'OWN_ENTRY dependent': [...payout.enteredBy, ...payout.approvals.map(({ by }) => by)].some(
      (id) => id !== 'bruno' && move.groupOf(id) === move.groupOf('bruno'),
    ),
    'STATE_CONFLICT approved': payout.approvals.some(({ by }) => by === 'bruno'),
    'NOT_PERMITTED held': actor.heldUntil === later && move.at === at,
    'NOT_PERMITTED limit': isAbove(move.sums.toPayee, actor.approveUpTo),
    'NOT_PERMITTED limitOfDay': isAbove(move.sums.inAll, actor.approveUpToADay),
    'STATE_CONFLICT refusedByAuthor':
      payout.need.needed > 1 &&
      move.refusedBy !== undefined &&
      move.refusedBy.every((ids) =>
        ids.some((id) =>
          [...payout.enteredBy, ...(move.refusedAuthors ?? [])].some((own) => move.groupOf(own) === move.groupOf(id)),
        ),
      ),
    'APPROVAL_STALE request': isOther,
    'APPROVAL_STALE warnings': !isOther && move.warnings.todaysHash === 'w2',
    WARNINGS_UNREVIEWED: move.warnings.standing.length > 0,
  }
  return Object.entries(holds).flatMap(([name, does]) => (does ? [name] : []))
}

it('What is between a payout and its approval is listed all at once: nothing exactly where it is approved, and first what approving answers', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(payouts, moves, actors, (payout, move, actor) => {
      const all = refusals(payout, move, actor)
      const named = all.map(({ code, params: { why } }) => (why === undefined ? code : `${code} ${why}`))
      expect(named).toEqual(expected(payout, move, actor))
      let thrown: unknown
      try {
        transition(payout, move, actor)
      } catch (error) {
        thrown = error
      }
      const [first] = all
      if (first === undefined) expect(thrown).toBeUndefined()
      else {
        const { code, params, warnings } = first
        expect(thrown).toBeInstanceOf(Failure)
        expect(thrown).toMatchObject({ code, particulars: { params, ...(warnings && { warnings }) } })
      }
      // A list takes the request to be in order and its warnings to be reviewed, and knows all else.
      const { sums, groupOf, refusedBy, refusedAuthors = [], detailsBy = [] } = move
      const joined = detailsBy.filter((id) => !payout.enteredBy.includes(id))
      const known = { ...payout, enteredBy: [...payout.enteredBy, ...joined], detailsBy: joined }
      const shown = whyNotApprove(known, actor, move.at, {
        sums,
        groupOf,
        refusedBy,
        refusedAuthors,
      })
      const isOpen = payout.state === 'in_review' && !payout.isErased
      const others = all.filter(({ code }) => code !== 'APPROVAL_STALE' && code !== 'WARNINGS_UNREVIEWED')
      expect(shown).toEqual(isOpen ? (others[0] ?? null) : null)
      for (const name of named.length === 0 ? ['approved'] : named) seen.add(name)
    }),
    { numRuns: runs(6_000), ...sameExamples() },
  )
  expect([...seen].toSorted()).toHaveLength(15)
})
