import type { WarningConfirmations } from '#shared/api/entry.ts'
import { type ReceivedIssue, warningId } from '#shared/api/issue.ts'
import type { Role } from '#shared/api/permissions.ts'
import type { Person } from '#shared/api/session.ts'
import { type CountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import type { RawEntry } from '#shared/payout/entry.ts'
import type { MethodId } from '#shared/rule-book/country.ts'
import { savingWarnings } from '../beneficiaries/beneficiary-warnings.ts'
import { enterBeneficiary } from '../beneficiaries/enter-beneficiaries.ts'
import { editBeneficiary, type Version } from '../beneficiaries/save-beneficiary.ts'
import { readWritten } from '../entry/written-entry.ts'
import { makeExport } from '../exports/make-export.ts'
import { approveOne } from '../lists/approval-job.ts'
import { returnPayouts } from '../payouts/act-on-payout.ts'
import { theOne } from '../payouts/move-together.ts'
import { revealPayout } from '../payouts/reveal-payout.ts'
import { enterPayout } from '../payouts/save-payouts.ts'
import { warningsOfForm } from '../payouts/warnings.ts'
import type { Member } from '../people/member.ts'
import { samplePerson } from '../people/people.ts'
import type { Transaction } from '../store/store.ts'
import { isSampleLoaded, sampleData } from './sample-rows.ts'

/** How many of the first payouts are exported; those after them take the other states in turn. */
const exportedCount = 8

const otherStates = ['in_review', 'approved', 'returned', 'draft'] as const

type State = (typeof otherStates)[number]

interface SampleStaff {
  readonly clerk: Member
  /** As many as the policy may ask for. */
  readonly reviewers: readonly [Member, Member]
}

interface SamplePayee extends SampleBeneficiary {
  readonly saved: Version
}

/**
 * Loads beneficiaries and payouts in every state, as two people who cannot sign in would enter, approve, return and export them. Where they
 * are loaded, nothing happens.
 */
export async function loadSample(tx: Transaction, person: Person): Promise<void> {
  if (await isSampleLoaded(tx)) return
  const people: SampleStaff = {
    clerk: await sampleMember(tx, 'Sample clerk', 'clerk'),
    reviewers: [
      await sampleMember(tx, 'Sample reviewer', 'reviewer'),
      await sampleMember(tx, 'Second sample reviewer', 'reviewer'),
    ],
  }
  const payees: SamplePayee[] = []
  for (const sample of sampleBeneficiaries()) payees.push({ ...sample, saved: await save(tx, people, sample) })
  const payoutIds: string[] = []
  for (const payee of payees.slice(0, exportedCount)) payoutIds.push(await pay(tx, people, payee, 'approved'))
  await makeExport(tx, people.reviewers[0], { payoutIds, format: 'json', again: false })
  const [first, second, ...rest] = payees
  if (first === undefined || second === undefined) throw new Error('There are no sample beneficiaries.')
  // The second one is paid the same again, which has a warning too.
  const paidAgain = [await moveAccount(tx, people, first), second, ...rest.map(twiceAsMuch)]
  const paid = [...payees.slice(exportedCount), ...paidAgain]
  for (const [place, payee] of paid.entries())
    await pay(tx, people, payee, otherStates[place % otherStates.length] ?? 'draft')
  const facts = { payouts: payoutIds.length + paid.length }
  await tx.audit({ personId: person.id, action: 'sample.loaded', thing: sampleData, facts })
}

async function sampleMember(tx: Transaction, name: string, role: Role): Promise<Member> {
  const person = await samplePerson(tx, name)
  return { ...person, roles: [role], approveUpTo: {}, approveUpToADay: {}, ownerIds: [], heldUntil: null }
}

async function save(tx: Transaction, { clerk }: SampleStaff, { entry }: SampleBeneficiary): Promise<Version> {
  const warnings = await savingWarnings(tx, readWritten(tx, entry, 'beneficiary'), undefined)
  return enterBeneficiary(tx, clerk, { entry, confirmed: confirming(warnings) })
}

/** Their next payout has the warning that the account is another than the one that was paid. */
async function moveAccount(tx: Transaction, { clerk }: SampleStaff, payee: SamplePayee): Promise<SamplePayee> {
  const entry = { ...payee.entry, accountNumber: '778899' }
  const warnings = await savingWarnings(tx, readWritten(tx, entry, 'beneficiary'), payee.saved.id)
  return { ...payee, saved: await editBeneficiary(tx, clerk, payee.saved, { entry, confirmed: confirming(warnings) }) }
}

function twiceAsMuch(payee: SamplePayee): SamplePayee {
  return { ...payee, amount: payee.amount * 2 }
}

async function pay(
  tx: Transaction,
  { clerk, reviewers }: SampleStaff,
  payee: SamplePayee,
  state: State,
): Promise<string> {
  const { saved: beneficiary, payment, amount } = payee
  const entry = { ...payment, amount: String(amount) }
  const confirmed = confirming(await warningsOfForm(tx, { entry, beneficiaryId: beneficiary.id }))
  const submit = state !== 'draft'
  const payout = await enterPayout(tx, clerk, { beneficiary, entry, confirmed, submit })
  const [reviewer] = reviewers
  if (state === 'returned')
    theOne(await returnPayouts(tx, reviewer, [payout], 'Please check the amount with the beneficiary.'))
  if (state === 'approved')
    for (const approver of reviewers.slice(0, payout.approvals_needed)) {
      const { warnings, ...shown } = await revealPayout(tx, approver, payout.id)
      const seen = { id: payout.id, version: shown.version }
      // They sign nothing, as no one signs in as them.
      await approveOne(tx, 'local', approver, seen, { ...shown, confirmed: confirming(warnings) })
    }
  return payout.id
}

function confirming(warnings: readonly Pick<ReceivedIssue, 'field' | 'code' | 'params'>[]): WarningConfirmations {
  return warnings.map((warning) => ({ warningId: warningId(warning) }))
}

/** A beneficiary of the sample data, and what a payout to them adds. */
interface SampleBeneficiary {
  readonly entry: RawEntry
  readonly payment: RawEntry
  readonly amount: number
}

/** People who do not exist: two of their documents occur twice. */
function sampleBeneficiaries(): readonly SampleBeneficiary[] {
  return samplePeople.map(([code, methodId, beneficiaryFirstName, beneficiaryLastName, amount], place) => {
    const { methods, currency } = ruleBook[code]
    const method = methods.find(({ id }) => id === methodId)
    const own = numbersOfSample[`${code} ${methodId}`] ?? { accountNumber: `98765432${10 + place}` }
    const entry = {
      country: code,
      method: methodId,
      beneficiaryFirstName,
      beneficiaryLastName,
      ...method?.sample,
      ...own,
    }
    // A request that was sent by mistake would pay no one.
    const payment = { testMode: true, ...(currency === 'USD' && { TermsApproved: true }) }
    return { entry, payment, amount }
  })
}

/** Other numbers than the examples of the rule book, which people type to try it out: of those, sample data must warn no one. */
const numbersOfSample: Readonly<Record<string, RawEntry>> = {
  'AR account': { documentNumber: '30718264', accountNumber: '0110599540000738205616' },
  'BR bank': { documentNumber: '28074691322', accountNumber: '738206' },
  'BR pix': { documentNumber: '28074691322', recipientPixKey: 'mariana.figueiredo@example.org' },
  'CL bank': { documentNumber: '174069131', accountNumber: '0098700123' },
  'CO bank': { documentNumber: '1098700321', accountNumber: '20400887711' },
  'EC bank': { documentNumber: '1720483617', accountNumber: '2200987001' },
  'MX bank': { documentNumber: 'RAOD860917HDFMRG02', accountNumber: '002180004827609139' },
  'PE cci': { documentNumber: '46071829', accountNumber: '00219300482760913511' },
  'PE wallet': { documentNumber: '46071829', accountNumber: '987001234' },
}

const samplePeople: readonly (readonly [CountryCode, MethodId, firstName: string, lastName: string, amount: number])[] =
  [
    ['BR', 'bank', 'Mariana', 'Figueiredo', 1850],
    ['MX', 'bank', 'Diego', 'Ramírez Ortega', 12400],
    ['PE', 'cci', 'Lucía', 'Quispe Huamán', 940],
    ['CO', 'bank', 'Andrés', 'Restrepo', 1350000],
    ['KE', 'account', 'Wanjiru', 'Kamau', 48500],
    ['AR', 'account', 'Florencia', 'Benítez', 265000],
    ['CL', 'bank', 'Matías', 'Contreras', 415000],
    ['NG', 'account', 'Chinedu', 'Okafor', 182000],
    ['BR', 'pix', 'Mariana', 'Figueiredo', 720],
    ['PE', 'wallet', 'Lucía', 'Quispe Huamán', 310],
    ['EC', 'bank', 'Gabriela', 'Zambrano', 275],
    ['GH', 'account', 'Kwame', 'Boateng', 2300],
    ['CI', 'account', 'Aya', 'Kouassi', 164000],
    ['SN', 'account', 'Moussa', 'Diop', 98000],
    ['CM', 'account', 'Brigitte', 'Ngono', 121000],
    ['BF', 'account', 'Issa', 'Ouédraogo', 76000],
    ['RW', 'account', 'Claudine', 'Uwase', 210000],
    ['TZ', 'account', 'Neema', 'Mushi', 540000],
    ['UG', 'account', 'Grace', 'Nakato', 860000],
    ['ZA', 'account', 'Thabo', 'Nkosi', 5200],
  ]
