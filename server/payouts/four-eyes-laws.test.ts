import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import type { Person } from '#shared/api/session.ts'
import { countryCodes } from '#shared/countries/rule-book.ts'
import { beneficiaryPart, completeEntry, type Entry, filledFields, type RawEntry } from '#shared/payout/entry.ts'
import { type FieldUse, fieldUses } from '#shared/payout/field-uses.ts'
import { identifyingIn, payoutFields } from '#shared/payout/fields.ts'
import { readEntry } from '#shared/payout/read-entry.ts'
import { differingSamples, runs, sameExamples } from '#shared/testing/runs.ts'
import type { Version } from '../beneficiaries/save-beneficiary.ts'
import { findBeneficiary } from '../entry/beneficiary-rows.ts'
import { beneficiaryEntry, payoutEntry } from '../entry/entry-columns.ts'
import { findPayout } from '../entry/payout-rows.ts'
import { Failure } from '../kernel/failure.ts'
import { personNamed, readName } from '../people/people.ts'
import type { Store } from '../store/store.ts'
import { named, souza } from '../testing/beneficiaries.ts'
import { staffOf } from '../testing/staff.ts'
import { type Place, stores } from '../testing/stores.ts'

let place: Place
let store: Store
let staff: ReturnType<typeof staffOf>
let people: readonly [ana: Person, bruno: Person, carla: Person]

beforeAll(async () => {
  place = await stores[0]!.makePlace()
  store = await place.open()
  staff = staffOf(store)
  const person = (name: string) => store.write((tx) => personNamed(tx, readName(name)))
  people = [await person('Ana Souza'), await person('Bruno Lima'), await person('Carla Dias')]
})

afterAll(async () => {
  await store.close()
  await place.remove()
})

/** The result of an action, or the code of its refusal. */
async function outcome(act: () => Promise<unknown>): Promise<string> {
  try {
    await act()
    return 'done'
  } catch (error) {
    if (error instanceof Failure) return error.code
    throw error
  }
}

const identifying = identifyingIn(payoutFields)

const samples = differingSamples().map(({ name, country, method, entry }) => {
  const uses = fieldUses(country, method)
  const asked = identifying.filter((field) => uses[field]?.use === 'asked')
  return { name, entry: completeEntry({ method: method.id, ...entry }), uses, asked }
})

test('Four eyes: name, document, country, account and Pix key identify, and each is asked for somewhere', () => {
  expect(identifying.toSorted()).toEqual(
    [
      ...['beneficiaryFirstName', 'beneficiaryLastName', 'beneficiaryType', 'documentType', 'documentNumber'],
      ...['country', 'bankName', 'accountAgencyNumber', 'accountNumber', 'payoutAccountTypeCode', 'recipientPixKey'],
    ].toSorted(),
  )
  expect(new Set(samples.flatMap(({ asked }) => asked))).toEqual(new Set(identifying))
})

test.each(samples)(
  'Four eyes: $name: the person who changes any identifying field of a paid beneficiary does not approve the next payout',
  async ({ name, entry, uses, asked }) => {
    const [ana, bruno, carla] = people
    const { amount, currencyCode, TermsApproved } = entry
    const payment = { amount, currencyCode, ...(TermsApproved !== undefined && { TermsApproved }) }
    const saved = await staff.save(bruno, beneficiaryPart(entry))
    const payOut = async (changes: RawEntry = {}) => {
      const { id } = await staff.pay(bruno, saved, { ...payment, ...changes })
      const byAna = await outcome(() => staff.approve(ana, id))
      if (byAna !== 'done') await staff.approve(carla, id)
      await staff.export(bruno, id)
      return byAna
    }
    expect(await payOut()).toBe('done')
    for (const field of asked) {
      const change = otherValue(entry, field, choicesOf(uses[field]))
      if (change === undefined) expect([field, choicesOf(uses[field]).length], name).toEqual(hasOneValue(field))
      else {
        const dollars = change.country !== undefined && { currencyCode: 'USD', TermsApproved: true }
        await staff.change(ana, saved, change)
        expect(await payOut({ ...dollars }), `${name} ${field}`).toBe('OWN_ENTRY')
        await staff.change(bruno, saved, beneficiaryPart(entry))
      }
    }
  },
)

/** No value but its own: a country whose fields no other one has, or a code that is the only choice. */
function hasOneValue(field: string) {
  return [field, field === 'country' ? 0 : 1]
}

function choicesOf(use: FieldUse | undefined): readonly string[] {
  if (use?.use !== 'asked') return []
  if (use.rule.kind === 'code') return use.rule.choices.map(({ code }) => code)
  return use.rule.kind === 'bank' ? use.rule.bank.banks.map(({ code }) => code) : []
}

const numbers = Array.from({ length: 20 }, (_, i) => '1234567890'.repeat(3).slice(0, i + 4))

/** A change that gives a field another value, with another number where its own no longer fits. */
function otherValue(entry: Entry, field: string, choices: readonly string[]): RawEntry | undefined {
  const values: RawEntry = entry
  const nextDigit = Array.from(String(values[field])).map((digit, i, text) =>
    [...text.slice(0, i), (Number(digit) + 1) % 10, ...text.slice(i + 1)].join(''),
  )
  const others = [...choices, ...nextDigit, 'Zulema', 'zulema@example.com', ...countryCodes]
  const fitting = [{}, ...numbers.flatMap((number) => [{ documentNumber: number }, { accountNumber: number }])]
  const before = requestOf(entry)[field]
  return others
    .flatMap((value) => (choices.includes(value) ? fitting : [{}]).map((number) => ({ [field]: value, ...number })))
    .find((change) => {
      const { [field]: now } = requestOf({ ...entry, ...change })
      return now !== undefined && now !== before
    })
}

/** The request of an entry without errors; in dollars, which go everywhere. */
function requestOf(entry: Entry): PayoutRequest {
  const reading = readEntry(filledFields({ ...entry, currencyCode: 'USD', TermsApproved: true }))
  return reading.country === undefined || reading.errors.length > 0 ? {} : reading.request
}

const acts = ['change', 'pay', 'edit', 'submit', 'withdraw', 'return', 'approve', 'export', 'export again'] as const

/** Does one thing; answers the id of a payout that is new. */
async function perform(act: (typeof acts)[number], person: Person, saved: Version, id: string, changes: RawEntry) {
  if (act === 'pay') return (await staff.pay(person, saved, changes)).id
  if (act === 'change') await staff.change(person, saved, changes)
  else if (act === 'edit') await staff.edit(person, id, changes)
  else if (act === 'approve') await staff.approve(person, id)
  else if (act === 'export' || act === 'export again') await staff.export(person, id, act === 'export again')
  else await staff.move(person, act, id)
  return undefined
}

function detailsOf(entry: Entry): string {
  return JSON.stringify([entry.beneficiaryLastName, entry.accountNumber])
}

const lastNames = fc.constantFrom('Mensah', 'Boateng')
const accounts = fc.constantFrom('98765-4', '55555-5')

test.each([
  { who: 'an account', entry: souza(), changes: { beneficiaryLastName: lastNames, accountNumber: accounts } },
  { who: 'a name alone', entry: named('Kofi', 'Mensah'), changes: { beneficiaryLastName: lastNames } },
])(
  'Four eyes: whatever three people do to pay $who, no one approves details that they changed since exactly these were exported',
  async ({ entry, changes }) => {
    const deed = fc.record({
      act: fc.oneof(fc.constantFrom(...acts), fc.constantFrom('pay', 'approve', 'approve', 'export')),
      by: fc.nat(2),
      place: fc.nat(1),
      changes: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, fc.record(changes, { requiredKeys: [] })),
    })
    const times = { approved: 0, refused: 0, exported: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 10, maxLength: 30 }), async (deeds) => {
        const saved = await staff.save(people[0], entry)
        // The newest first. One is exported, so that who changes the details and changes them back is among the sequences.
        const payouts = [(await staff.pay(people[1], saved)).id]
        await staff.approve(people[2], payouts[0] ?? '')
        await staff.export(people[1], payouts[0] ?? '')
        // What we have seen ourselves, in its order: who got which details, and which were exported.
        const seen: ({ readonly by: string; readonly details: string } | { readonly exported: string })[] = [
          { by: people[0].id, details: detailsOf(entry) },
          { exported: detailsOf(entry) },
        ]
        for (const { act, by, place, changes } of deeds) {
          const person = people[by] ?? people[0]
          const id = payouts[place] ?? payouts[0] ?? ''
          const result = await outcome(async () => {
            const made = await perform(act, person, saved, id, changes)
            if (made !== undefined) payouts.unshift(made)
          })
          if (result === 'OWN_ENTRY') times.refused += 1
          if (result !== 'done') continue
          const beneficiary = await findBeneficiary(store.db, saved.id)
          const details = detailsOf(beneficiaryEntry(store, beneficiary!))
          const last = seen.findLast((event) => 'by' in event)
          if (last?.details !== details) seen.push({ by: person.id, details })
          if (act !== 'approve' && act !== 'export' && act !== 'export again') continue
          const payout = await findPayout(store.db, id)
          const paid = detailsOf(payoutEntry(store, payout!))
          if (act === 'approve') {
            const since = seen.slice(seen.findLastIndex((event) => 'exported' in event && event.exported === paid) + 1)
            expect(since).not.toContainEqual(expect.objectContaining({ by: person.id }))
            times.approved += 1
          } else {
            seen.push({ exported: paid })
            times.exported += 1
          }
        }
      }),
      // A shorter sequence would take minutes to find.
      { numRuns: runs(40), endOnFailure: true, ...sameExamples() },
    )
    expect(Math.min(...Object.values(times)), JSON.stringify(times)).toBeGreaterThan(0)
  },
)
