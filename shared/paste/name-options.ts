import { asMessage } from '#shared/language/message.ts'
import { type CountryMessage, featuresAt } from './country-message.ts'
import { isGivenName } from './given-names.ts'
import type { LabelMeaning } from './label-words.ts'
import { isCompany, isParticle, partedNames, tidy } from './name-parts.ts'
import type { OptionDraft } from './option.ts'
import { foldedText } from './pasted-text.ts'
import { companies, runsOfWords, type WordRun } from './word-runs.ts'

/** Names of people and companies: runs of words that are none of the language, wherever they are. */
export function nameOptions(reading: CountryMessage): readonly OptionDraft[] {
  const runs = [...companies(reading), ...runsOfWords(reading)]
  const all = optionsOf(reading, runs)
  return [...all, ...joinedParts(all)]
}

/** "Apellidos: … / Nombres: …": two labels, one name. */
function joinedParts(drafts: readonly OptionDraft[]): readonly OptionDraft[] {
  const parts = drafts.filter(
    ({ features }) => features.includes('partOfName') && features.some((name) => name === 'labelAt' || name === 'head'),
  )
  const firsts = parts.filter(({ values: [{ field }] }) => field === 'beneficiaryFirstName')
  const lasts = parts.filter(({ values: [{ field }] }) => field === 'beneficiaryLastName')
  return firsts.flatMap((first, place) => {
    const last = lasts[place]
    if (last === undefined || firsts.length !== lasts.length) return []
    const [start, end] = [Math.min(first.start, last.start), Math.max(first.end, last.end)]
    if (end - start > mostApart) return []
    const [value] = last.values
    return [
      {
        slot: 'name' as const,
        start,
        end,
        values: [first.values[0], value] as const,
        features: ['joined'],
        isShared: true as const,
      },
    ]
  })
}

/** The two parts of a name are in neighbouring lines or cells. */
const mostApart = 90

function optionsOf(reading: CountryMessage, runs: readonly WordRun[]): readonly OptionDraft[] {
  // Beside "Apellido", "Nombre" is the first name alone.
  const hasLastPart = reading.labels.some(({ meaning }) => meaning.is === 'name' && meaning.part === 'last')
  const longest = runs.filter(
    (own) =>
      !isParent.test(reading.message.plain.slice(Math.max(0, own.start - 20), own.start)) &&
      !runs.some((one) => one.features[0] === 'suffix' && one !== own && one.start <= own.start && one.end >= own.end),
  )
  return longest.flatMap((run) => {
    const text = reading.message.plain.slice(run.start, run.end)
    const isMeant = (meaning: LabelMeaning) => meaning.is === 'name'
    const label = reading.labels.findLast(
      ({ value, meaning }) => meaning.is === 'name' && value.start <= run.start && run.start < value.end,
    )
    const head = reading.headAt(run.start)
    const meaning = head ?? label?.meaning
    const part = meaning?.is === 'name' ? (meaning.part ?? (hasLastPart ? 'first' : undefined)) : undefined
    const features = [
      ...featuresAt(reading, run, isMeant),
      ...run.features,
      ...wordFeatures(text),
      ...mailFeatures(reading, text),
      ...(label?.meaning.is === 'name' && label.meaning.isWeak ? ['weakLabel'] : []),
    ]
    return withValues(reading, { start: run.start, end: run.end, features }, text, part)
  })
}

/** "Nome da mãe: Clara Dias" is on an identity card, and no payee. */
const isParent = /(?<!\p{L})(?:m[ãa]e|pai|madre|padre|mother|father|c[oôó]njuge)[ ]{0,2}:[ ]{0,2}$/iu

function withValues(
  reading: CountryMessage,
  draft: Pick<OptionDraft, 'start' | 'end' | 'features'>,
  text: string,
  part: 'first' | 'last' | 'last-then-first' | undefined,
): readonly OptionDraft[] {
  const { country } = reading
  if (isCompany(text)) {
    const type = country.beneficiaryTypes?.find(({ onlyName }) => onlyName !== undefined)
    const typed =
      type === undefined
        ? []
        : [{ field: 'beneficiaryType' as const, value: type.code, meaning: asMessage(type.label) }]
    const values = [{ field: 'beneficiaryFirstName' as const, value: tidy([text]) }, ...typed] as const
    return [{ ...draft, slot: 'name', values, features: [...draft.features, 'company'], weakness: 'whoseName' }]
  }
  if (part === 'first' || part === 'last') {
    const field = part === 'first' ? ('beneficiaryFirstName' as const) : ('beneficiaryLastName' as const)
    return [
      {
        ...draft,
        slot: 'name',
        values: [{ field, value: tidy([text]) }],
        features: [...draft.features, 'partOfName'],
        doubt: 'endOfFirstName',
      },
    ]
  }
  return partedNames(text, part, country.region).map(({ first, last, way, isOpen }) => ({
    ...draft,
    slot: 'name' as const,
    values: [
      { field: 'beneficiaryFirstName' as const, value: first },
      { field: 'beneficiaryLastName' as const, value: last },
    ] as const,
    features: [...draft.features, way, ...(isOpen ? ['open'] : [])],
    weakness: 'whoseName' as const,
    ...(isOpen && { doubt: 'endOfFirstName' as const }),
  }))
}

function wordFeatures(text: string): readonly string[] {
  const words = text.split(/\s+/).filter((one) => !isParticle(one))
  const given = words.filter((one) => isGivenName(one)).length
  return [
    `words${Math.min(words.length, 6)}`,
    ...(isGivenName(words[0]) ? ['givenFirst'] : []),
    ...(given > 0 ? ['given'] : ['noGiven']),
    ...(/^[\p{Lu}\p{M}\s.'’&-]+$/u.test(text) ? ['allCapitals'] : []),
    ...(words.some((one) => /^\p{L}\.?$/u.test(one)) ? ['initial'] : []),
  ]
}

/** Words of the name are in an address of the message. */
function mailFeatures({ emails, message: { folded } }: CountryMessage, text: string): readonly string[] {
  const words = foldedText(text)
    .split(/[^a-z]+/)
    .filter((one) => one.length > 2)
  const isIn = emails.some(({ start, end }) =>
    words.some((one) => folded.slice(start, end).split('@')[0]?.includes(one)),
  )
  return isIn ? ['inMail'] : []
}
