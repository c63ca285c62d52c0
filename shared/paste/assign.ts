import { type Option, type Slot, slots } from './option.ts'
import { featureWeight } from './scored.ts'

/** At most one option a slot; what is left out was not found. */
export interface Assignment {
  readonly chosen: Readonly<Partial<Record<Slot, Option>>>
  /** The log-odds of all together, over nothing at all. */
  readonly score: number
}

/** How many assignments are kept on the way, and how many options of a slot are tried. */
const width = 24
const mostOfSlot = 8

/** The best assignments of options to slots, the best first: one stretch is read once, and what is taken has to agree. */
export function bestAssignments(options: readonly Option[]): readonly Assignment[] {
  let beam: readonly Taken[] = [{ taken: [], score: 0 }]
  for (const slot of slots) {
    const own = options
      .filter((option) => option.slot === slot)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, mostOfSlot)
    if (own.length === 0) continue
    const next = beam.flatMap((before) => [
      { before, option: undefined, score: before.score },
      ...own.flatMap((option) => {
        if (before.taken.some((other) => overlaps(other, option))) return []
        const fit = before.taken.reduce((sum, other) => sum + agreement(other, option), 0)
        return [{ before, option, score: before.score + option.score + fit }]
      }),
    ])
    beam = next
      .sort((a, b) => b.score - a.score)
      .slice(0, width)
      .map(({ before, option, score }) => (option === undefined ? before : { taken: [...before.taken, option], score }))
  }
  return beam.map(({ taken, score }) => ({
    chosen: Object.fromEntries(taken.map((option) => [option.slot, option])),
    score,
  }))
}

interface Taken {
  readonly taken: readonly Option[]
  readonly score: number
}

function overlaps(one: Option, other: Option): boolean {
  if (one.isShared || other.isShared) return false
  return one.start < other.end && other.start < one.end
}

/** What two options say of each other: a bank and a number of its own, a kind of account, a document that is also the key. */
function agreement(one: Option, other: Option): number {
  const pair = `${one.slot}+${other.slot}`
  if (pair === 'bank+account') return bankAndAccount(one, other)
  if (pair === 'type+account') return typeAndAccount(one, other)
  if (pair === 'pix+document')
    return one.values[0].value === other.values[0].value ? featureWeight('pair', 'keyIsDocument') : 0
  if (pair === 'account+pix') return featureWeight('pair', 'accountAndKey')
  if (pair === 'account+document')
    return one.values[0].value === other.values[0].value ? featureWeight('pair', 'sameNumber') : 0
  if (pair === 'validation+document' || pair === 'document+validation') return validates(one, other)
  if (pair === 'pix+email')
    return one.values[0].value === other.values[0].value ? featureWeight('pair', 'keyIsEmail') : 0
  return 0
}

function bankAndAccount(bank: Option, account: Option): number {
  const code = bank.values[0].value
  if (account.bankOfNumber !== undefined)
    return featureWeight('pair', account.bankOfNumber === code ? 'bankAgrees' : 'bankDiffers')
  const allowed = account.when?.bankName
  if (allowed === undefined) return 0
  return featureWeight('pair', allowed.includes(code) ? 'ruleOfBank' : 'ruleOfOther')
}

function typeAndAccount(type: Option, account: Option): number {
  const allowed = account.when?.payoutAccountTypeCode
  if (allowed === undefined) return 0
  return featureWeight('pair', allowed.includes(type.values[0].value) ? 'kindAgrees' : 'kindDiffers')
}

/** The DNI inside the CUIT is the person's whose CUIT it is. */
function validates(one: Option, other: Option): number {
  const [validation, document] = one.slot === 'validation' ? [one, other] : [other, one]
  const isInside = validation.values[0].value.includes(document.values[0].value)
  return featureWeight('pair', isInside ? 'insideAgrees' : 'insideDiffers')
}
