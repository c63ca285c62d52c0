import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Router } from 'wouter'
import { type ActivityEntry, activityActions } from '#shared/api/activity.ts'
import { ActivityLine } from './activity-line.tsx'

const ana = { id: 'p-1', name: 'Ana' }
const payout = { type: 'payout', id: 't-1', name: 'Rui Alves', reference: 'PD-7K3MX2QA' } as const

function whole(entry: Partial<ActivityEntry>): ActivityEntry {
  return {
    seq: 1,
    at: '2026-11-21T10:00:00.000Z',
    by: ana,
    action: 'payout.approved',
    thing: payout,
    facts: {},
    ...entry,
  }
}

function issueContent(entry: Partial<ActivityEntry>): string {
  return renderToStaticMarkup(<ActivityLine entry={whole(entry)} isLinked={false} />).replace(/^<span>|<\/span>$/g, '')
}

const beneficiary = { type: 'beneficiary', id: 'b-1', name: 'Rui Alves', reference: null } as const

it.each<[string, Partial<ActivityEntry>]>([
  ['Ana approved payout PD-7K3MX2QA · Rui Alves', {}],
  ['Ana approved payout PD-7K3MX2QA', { thing: { ...payout, name: null } }],
  ['Ana deleted a payout', { action: 'payout.deleted', thing: { ...payout, name: null, reference: null } }],
  [
    'Ana sent payout PD-7K3MX2QA · Rui Alves to review: 2 warnings confirmed',
    { action: 'payout.submitted', facts: { confirmed: 2 } },
  ],
  [
    'Ana withdrew payout PD-7K3MX2QA · Rui Alves: In review → Draft',
    { action: 'payout.withdrawn', facts: { from: 'in_review', state: 'draft' } },
  ],
  [
    'Ana changed payout PD-7K3MX2QA · Rui Alves: Returned → In review, 100 BRL → 1200.5 BRL, Amount',
    {
      action: 'payout.changed',
      facts: {
        from: 'returned',
        state: 'in_review',
        amount: { from: { amount: '100', currencyCode: 'BRL' }, to: { amount: '1200.5', currencyCode: 'BRL' } },
        fields: ['amount'],
      },
    },
  ],
  ['Ana approved payout PD-7K3MX2QA · Rui Alves', { facts: { from: 'in_review', state: 'approved' } }],
  [
    'Ana changed Rui Alves: Account number, Bank, External ID',
    {
      action: 'beneficiary.changed',
      thing: beneficiary,
      facts: { fields: ['accountNumber', 'bankName', 'externalId'] },
    },
  ],
  [
    'Ana changed Rui Alves: Method, Agency for the bank account validation',
    { action: 'beneficiary.changed', thing: beneficiary, facts: { fields: ['method', 'validationAgency'] } },
  ],
  [
    'Ana viewed the details of Rui Alves: for a payout',
    { action: 'beneficiary.revealed', thing: beneficiary, facts: { purpose: 'pay', version: 3 } },
  ],
  [
    'Ana erased a beneficiary: 1 payout, 2 unfinished forms of other people remain',
    { action: 'beneficiary.erased', thing: { ...beneficiary, name: null }, facts: { payouts: 1, draftsOfOthers: 2 } },
  ],
  [
    'Ana was refused a request about PD-7K3MX2QA · Rui Alves: The person who entered a payout cannot approve it, 99 times',
    { action: 'request.refused', facts: { code: 'OWN_ENTRY', request: 'POST /api/payouts/:id/approve', times: 99 } },
  ],
  [
    'Ana created an export: 3 payouts, CSV',
    {
      action: 'export.created',
      thing: { type: 'export', id: 'e', name: null, reference: null },
      facts: { count: 3, format: 'csv' },
    },
  ],
  [
    'Ana requested a validation: identity, matches',
    {
      action: 'validation.asked',
      thing: { type: 'validation', id: 'c', name: null, reference: null },
      facts: { service: 'identity', outcome: 'OK' },
    },
  ],
  [
    'Ana requested a validation: bank account, no result',
    {
      action: 'validation.asked',
      thing: { type: 'validation', id: 'c', name: null, reference: null },
      facts: { service: 'bank', outcome: 'PROVIDER_UNREACHABLE' },
    },
  ],
  [
    'Ana named bank PE 0029: “Yape”, before: “Plin”',
    {
      action: 'bank.named',
      thing: { type: 'bank', id: 'PE-0029', name: null, reference: 'PE 0029' },
      facts: { name: 'Yape', before: 'Plin' },
    },
  ],
  [
    'Ana removed the name of bank PE 0029: before: “Yape”',
    {
      action: 'bank.unnamed',
      thing: { type: 'bank', id: 'PE-0029', name: null, reference: 'PE 0029' },
      facts: { before: 'Yape' },
    },
  ],
  ['Ana signed in for the first time', { action: 'person.added', thing: { type: 'person', ...ana, reference: null } }],
  ['Ana added Rui', { action: 'person.added', thing: { type: 'person', id: 'r', name: 'Rui', reference: null } }],
  ['Ana signed in', { action: 'session.began', thing: { type: 'person', ...ana, reference: null } }],
  [
    'Payout Desk rotated the encryption key',
    { by: null, action: 'keys.rotated', thing: { type: 'key', id: 'k', name: null, reference: null } },
  ],
  [
    'Payout Desk was restored from a backup: the earlier audit log had 12 entries, 2 payouts exported since the backup',
    {
      by: null,
      action: 'database.restored',
      thing: { type: 'database', reference: null, id: 'database', name: null },
      facts: { formerSeq: 12, formerMac: 'f', exportedSince: 2 },
    },
  ],
  [
    'Payout Desk recorded that someone accepted the audit log as it is: by Ana Souza, 7 entries missing, the earlier audit log had 12 entries',
    {
      by: null,
      action: 'audit.accepted',
      thing: { type: 'database', reference: null, id: 'database', name: null },
      facts: { acceptedBy: 'Ana Souza', missing: 7, missingSince: '2026-11-21', formerSeq: 12, formerMac: 'f' },
    },
  ],
])('an entry of the audit log reads %j', (sentence, entry) => {
  expect(issueContent(entry)).toBe(sentence)
})

it.each(activityActions)('an entry of the audit log is a sentence for %s, whatever its facts are', (action) => {
  expect(issueContent({ action, facts: { fields: 'no list', count: 'many', outcome: 7 } })).toMatch(
    // What a beneficiary or the app itself did names no one.
    /^(?:Ana|A|Deliveries) [a-z].*[a-z]$/,
  )
})

it('an entry of the audit log leads to what it is about, as long as something is left of it', () => {
  const shown = (entry: Partial<ActivityEntry>) =>
    renderToStaticMarkup(
      <Router ssrPath="/activity">
        <ActivityLine entry={whole(entry)} />
      </Router>,
    )
  expect(shown({})).toBe(
    '<span><span>Ana approved </span><a href="/payouts/t-1">payout PD-7K3MX2QA · Rui Alves</a></span>',
  )
  const bank = { type: 'bank', id: 'PE-0029', name: null, reference: 'PE 0029' } as const
  expect(shown({ action: 'bank.named', thing: bank })).toContain('<a href="/rules/PE#bank-0029">bank PE 0029</a>')
  expect(shown({ action: 'payout.deleted', thing: { ...payout, name: null, reference: null } })).not.toContain('<a')
})
