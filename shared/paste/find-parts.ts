import type { FieldCandidate } from './found.ts'
import type { Span, Words } from './pasted-text.ts'

/** What occurs more than once in a message, so that it is unclear whose it is, or which one is meant. */
export interface Multitude {
  readonly people: boolean
  readonly accounts: boolean
  /** The stretches of the message among which a person chooses; none where they cannot be told apart for certain. */
  readonly parts: readonly Words[]
}

/**
 * Finds out whether a message is about several people or accounts, and where each of them is. The values of one person have to be together:
 * where names come first and their accounts after, there are no parts, and each value is chosen by itself.
 */
export function multitudeIn(text: string, candidates: readonly FieldCandidate[]): Multitude {
  const all = anchorsIn(candidates)
  const isSeveral = (kind: PartKind) => new Set(all.flatMap((one) => (one.kind === kind ? [one.value] : []))).size > 1
  const [names, documents] = [isSeveral('name'), isSeveral('document')]
  const accounts = isSeveral('account') || isSeveral('pix')
  const people = names || documents || speaksOfOthers.test(text)
  const kinds = [names, documents, accounts].filter(Boolean).length
  const repeated = all.filter(({ kind }) => isSeveral(kind))
  if (kinds > 1) return { people, accounts, parts: partsOfPeople(text, repeated) }
  if (accounts) return { people, accounts, parts: partsOfAccounts(text, repeated, all) }
  return { people, accounts, parts: names ? all.filter(({ kind }) => kind === 'name').map(wordsIn(text)) : [] }
}

/** "La cuenta es de mi hermano", "y/o": the name may be one person's and the account another's. */
const speaksOfOthers =
  /(?<!\p{L})(?:(?:m[iy]s?|meu|minha|mon|ma|su|tu) (?:espos[ao]|marido|mujer|mulher|herman[ao]|irm[ãa]o?|mam[áãi]|mami|m[ãa]e|pap[áai]|papi|pai|madre|padre|hij[ao]|filh[ao]|soci[ao]|s[óo]ci[ao]|amig[ao]|t[íi][ao]|novi[ao]|suegr[ao]|prim[ao]|wife|husband|brother|sister|mother|father|son|daughter|partner|femme|mari|fr[èe]re|s[œo]e?ur|m[èe]re|p[èe]re)|[yeo]\/o|e\/ou|and\/or)(?!\p{L})/iu

/** The message with only one of its parts and the text outside of all; every other character keeps its place. */
export function withPart(text: string, parts: readonly Words[], chosen: Words): string {
  return parts
    .filter((part) => part !== chosen)
    .reduce(
      (rest, { start, end }) => rest.slice(0, start) + rest.slice(start, end).replace(/[^\n]/g, ' ') + rest.slice(end),
      text,
    )
}

type PartKind = 'name' | 'document' | 'account' | 'pix' | 'bank' | 'amount'

interface Anchor extends Span {
  readonly kind: PartKind
  readonly value: string
}

const kindOf: Partial<Readonly<Record<FieldCandidate['field'], PartKind>>> = {
  beneficiaryFirstName: 'name',
  documentNumber: 'document',
  accountNumber: 'account',
  recipientPixKey: 'pix',
  bankName: 'bank',
  amount: 'amount',
}

/** More would not be a message about some people any more. */
const mostAnchors = 60

/** Values in the order of the text, one for each stretch; numbers against every rule are no account, a CLABE's bank is no name. */
function anchorsIn(candidates: readonly FieldCandidate[]): readonly Anchor[] {
  const accounts = new Set(candidates.flatMap(({ field, words }) => (field === 'accountNumber' ? [words.start] : [])))
  const anchors = candidates.flatMap(({ field, value, words: { start, end, text }, reason }): readonly Anchor[] => {
    const kind = kindOf[field]
    const isAgainstRule =
      typeof reason === 'object' && reason.is === 'againstRule' && reason.error.code !== 'check_digit'
    if (kind === undefined || (kind === 'account' && isAgainstRule)) return []
    if (kind === 'bank' && accounts.has(start)) return []
    return [{ kind, value: kind === 'name' ? text : value, start, end }]
  })
  return anchors
    .toSorted((a, b) => a.start - b.start)
    .filter(
      (own, place, sorted) => sorted.findIndex((one) => one.kind === own.kind && one.start === own.start) === place,
    )
    .slice(0, mostAnchors)
}

function wordsIn(text: string): (span: Span) => Words {
  return ({ start, end }) => ({ start, end, text: text.slice(start, end) })
}

/** All of the text, cut before each person. Totals and shared banks below the last one may spoil the order, so they are left out in turn. */
function partsOfPeople(text: string, anchors: readonly Anchor[]): readonly Words[] {
  const tries = [anchors, without(anchors, 'amount'), without(without(anchors, 'amount'), 'bank')]
  const groups = tries.map(groupsOf).find((found) => found.length > 1) ?? []
  const cuts = cutsBetween(text, groups)
  return groups.map((_, place) => wordsIn(text)({ start: cuts[place - 1] ?? 0, end: cuts[place] ?? text.length }))
}

/** The stretch of the accounts alone, as the name and the document around them are the same person's. */
function partsOfAccounts(text: string, repeated: readonly Anchor[], all: readonly Anchor[]): readonly Words[] {
  const kept = without(repeated, 'amount')
  const groups = [kept, without(kept, 'bank')].map(groupsOf).find((found) => found.length > 1) ?? []
  const cuts = cutsBetween(text, groups)
  const [first, last] = [groups[0]?.[0], groups.at(-1)?.at(-1)]
  if (first === undefined || last === undefined) return []
  const others = all.filter(({ kind }) => kind === 'name' || kind === 'document')
  const start = Math.max(
    text.lastIndexOf('\n', first.start) + 1,
    ...others.filter(({ end }) => end <= first.start).map(({ end }) => end),
  )
  const line = text.indexOf('\n', last.end)
  const end = Math.min(
    line < 0 ? text.length : line,
    ...others.filter((one) => one.start >= last.end).map((one) => one.start),
  )
  return groups.map((_, place) => wordsIn(text)({ start: cuts[place - 1] ?? start, end: cuts[place] ?? end }))
}

function without(anchors: readonly Anchor[], kind: PartKind): readonly Anchor[] {
  return anchors.filter((anchor) => anchor.kind !== kind)
}

/** A new group begins where a kind comes again. Unless all begin with the same kind, the text is no list of people; then there are none. */
function groupsOf(anchors: readonly Anchor[]): readonly (readonly Anchor[])[] {
  const groups: Anchor[][] = []
  for (const anchor of anchors) {
    const group = groups.at(-1)
    if (group === undefined || group.some(({ kind, value }) => kind === anchor.kind && value !== anchor.value))
      groups.push([anchor])
    else group.push(anchor)
  }
  const [kind] = groups.map(([first]) => first?.kind)
  return groups.every(([first]) => first?.kind === kind) ? groups : []
}

function cutsBetween(text: string, groups: readonly (readonly Anchor[])[]): readonly number[] {
  return groups.slice(1).map((group, place) => {
    const before = Math.max(...(groups[place] ?? []).map(({ end }) => end))
    const after = group[0]?.start ?? before
    return before + breakIn(text.slice(before, after))
  })
}

/** Where a person or an account ends: a blank line, a line, a sentence, an "and", a comma. */
function breakIn(gap: string): number {
  const found = breaks.map((pattern) => [...gap.matchAll(pattern)].at(-1)).find((one) => one !== undefined)
  return found === undefined ? gap.length : found.index + (found.groups?.keep?.length ?? 0)
}

const breaks = [
  /(?<keep>\n[ \t]*)(?=\n)/g,
  /(?<keep>\n)/g,
  /(?<keep>[.;][ ])/g,
  /(?<keep>,?[ ])(?:y|e|o|u|ou|or|and|et)[ ]/g,
  /(?<keep>,)/g,
]
