import { countryFacts } from '#shared/countries/country-facts.ts'
import { currenciesOf } from '#shared/payout/field-uses.ts'
import { dollars } from '#shared/rule-book/currencies.ts'
import { type CountryMessage, featuresAt } from './country-message.ts'
import { type FoundAmount, valueIn } from './find-amounts.ts'
import type { OptionDraft } from './option.ts'

/** Every number that may be what is to be paid. */
export function amountOptions(reading: CountryMessage): readonly OptionDraft[] {
  const { country, message, amounts, labels } = reading
  const sums = amounts.flatMap((amount) => {
    const value = valueIn(country.code, amount)
    const isTaken = amount.currency === undefined || currenciesOf(country).some(({ code }) => code === amount.currency)
    return isTaken && value !== undefined ? [{ amount, value }] : []
  })
  const most = Math.max(0, ...sums.map(({ value }) => Number(value)))
  const marked = sums.filter(({ amount }) => !amount.isBare)
  return sums.map(({ amount, value }): OptionDraft => {
    const isInDollars = amount.currency === dollars && country.currency !== dollars
    return {
      slot: 'amount',
      start: amount.start,
      end: amount.end,
      values: [
        { field: 'amount', value },
        ...(isInDollars ? [{ field: 'currencyCode' as const, value: dollars }] : []),
      ],
      features: [
        ...featuresAt(reading, amount, ({ is }) => is === 'amount'),
        ...amountFeatures(amount, message.folded, value),
        sizeFeature(Number(value) / Number(countryFacts[country.code].largeAmount)),
        ...(amount.currency === country.currency ? ['ownCurrency'] : []),
        ...(sums.length === 1 ? ['only'] : []),
        ...(marked.length === 1 && marked[0]?.amount === amount ? ['onlyMarked'] : []),
        ...(Number(value) === most && !amount.isBare ? ['largest'] : []),
        ...(sums.at(-1)?.amount === amount ? ['last'] : []),
        ...(labels.some(({ start, end }) => start < amount.end && end > amount.start) ? ['onLabel'] : []),
      ],
      ...doubtOf(amount, country),
    }
  })
}

/** How much it is beside what some 5,000 US dollars are in the country. */
function sizeFeature(share: number): string {
  const [found] = sizes.find(([, most]) => share < most) ?? ['huge']
  return `size:${found}`
}

const sizes = [
  ['dust', 0.0002],
  ['tiny', 0.001],
  ['small', 0.01],
  ['usual', 0.5],
  ['large', 4],
] as const

/** A point or comma that groups here and is the decimal sign next door, or words that make it a guess. */
function doubtOf(
  { reason, isBare, mark, scale }: FoundAmount,
  { code }: CountryMessage['country'],
): Pick<OptionDraft, 'doubt' | 'weakness'> {
  if (reason === undefined) return isBare ? { weakness: 'whatFor' } : {}
  if (typeof reason === 'object') return { weakness: reason, ...(typeof scale === 'object' && { doubt: reason }) }
  if (reason === 'grouped' && mark === (pointsAreDecimal.has(code) ? ',' : '.')) return { weakness: reason }
  return { doubt: reason }
}

/** Where 1.5 is one and a half. */
const pointsAreDecimal = new Set<CountryMessage['country']['code']>([
  'MX',
  'PE',
  'EC',
  'KE',
  'NG',
  'GH',
  'UG',
  'TZ',
  'RW',
  'ZA',
])

function amountFeatures(
  { start, end, isBare, isSpoken, hasScale, reason }: FoundAmount,
  folded: string,
  value: string,
): readonly string[] {
  const [before, after] = [folded.slice(Math.max(0, start - 12), start), folded.slice(end, end + 12)]
  return [
    isBare ? 'bare' : 'marked',
    ...(isSpoken ? ['spoken'] : []),
    ...(hasScale ? ['scale'] : []),
    ...(reason === 'unreadBeside' ? ['unreadBeside'] : []),
    ...(/[=]\s{0,3}(?:[a-z$]{0,4}[$/]?\s{0,3})?$/.test(before) ? ['afterEquals'] : []),
    ...(/[x×*@]\s{0,3}(?:[a-z$]{0,4}[$/]?\s{0,3})?$/.test(before) ? ['factor'] : []),
    ...(/^\s*[x×*]\s*\d/.test(after) ? ['factor'] : []),
    ...(/^\s*(?:c\/u|cada|each|chacun|por dia|por hora)/.test(after) ? ['each'] : []),
    ...(/^\s*%/.test(after) ? ['percent'] : []),
    ...(/[.,' ]\d{3}(?:\D|$)/.test(folded.slice(start, end)) ? ['grouped'] : []),
    ...(/[.,]\d{2}(?!\d)/.test(folded.slice(start, end)) ? ['cents'] : []),
    ...(/00$/.test(value) ? ['round'] : []),
    ...(/\n\s{0,8}$/.test(before) ? ['beginsLine'] : []),
    ...(/^\s*(?:\n|$)/.test(after) ? ['endsLine'] : []),
    ...(/(?:n[o°º.]*|#|nro\.?|pedido|factura|nf|oc|po|ref\.?)\s*$/.test(before) ? ['afterNumberSign'] : []),
    ...(/^\s*\p{L}/u.test(after) && isBare ? ['wordBehind'] : []),
  ]
}
