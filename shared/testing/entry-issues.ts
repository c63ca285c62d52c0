import fc from 'fast-check'
import type { ReceivedIssue } from '#shared/api/issue.ts'
import { requestFields } from '#shared/payout/fields.ts'
import { previewPayout, readEntryOf } from '#shared/payout/read-entry.ts'
import { bankFields, readBankValidation } from '#shared/validation/bank-validation.ts'
import { readIdentityValidation } from '#shared/validation/identity-validation.ts'
import { offerBankValidation, offerIdentityValidation } from '#shared/validation/validation-offer.ts'
import { type SampleEntry, sampleEntries } from './sample-entries.ts'

/** All issues of entries and of the bodies of validations, as the readers report them. Only tests use this file. */
type Body = Readonly<Record<string, unknown>>

/** An issue without its field; as it is received, because the API answers a preview. */
export type AnySaid = Pick<ReceivedIssue, 'code' | 'params' | 'detail'>

/** Values that reach what the readers have to say, tried in each field of each sample. */
const tellingValues: readonly unknown[] = [
  ...[
    12,
    true,
    null,
    [],
    {},
    '',
    '-',
    '\ud800',
    'A'.repeat(40),
    'Ан\u0061',
    'Ana 2',
    '<b>Ana',
    'aaa',
    'US$ 5',
    'KES 10',
  ],
  // Addresses that the provider is not to call.
  ...words('http://example.com https://ana@example.com https://10.0.0.1'),
  // Words that mean something to a message.
  ...words('x {label} none undefined person company USD XXX https:/x'),
  ...words('01 02 03 04 05 0002 0003 0004 0010 002 012 748 40002 40154'),
  // Amounts.
  ...[...words('0 0.00 -5 1,500 1.500 1500.555 0.1e 12345678901234567 123456789012'), `0.${'0'.repeat(330)}1`],
  // Numbers of several lengths, most of them with check digits that do not fit.
  ...words('1 12 1234 1234567890 12345678901 11144477736 12345678K 800197268 812345678 20131312956'),
  ...words('123456789012345 4111111111111112 998010077777777771 002010077777777771 11111111111111111111'),
  ...words('2222222222222222222222'),
  // Pix keys, and what is taken for one.
  ...words(
    '11.222.333/0001-81 (11)987654321 11987654321 5511912345678 52998224725 +0 +5511912345678 +551191234 ana@ ana@example.com ana@gmial.con an\u0430@example.com',
  ),
]

function words(text: string): readonly string[] {
  return text.split(' ')
}

/** Each issue of {@link tellingBodies}, once. */
export function tellingIssues(): readonly AnySaid[] {
  const issues = new Map<string, AnySaid>()
  for (const body of tellingBodies())
    for (const issue of issuesOn(body)) issues.set(JSON.stringify([issue.code, issue.params]), issue)
  return [...issues.values()]
}

/** One body for each telling value in each field that rules differ by, and in all others at once. */
export function tellingBodies(): readonly SaidOf[] {
  return tellingSamples.flatMap((sample) => {
    const { entry } = sample
    const wholes = [{}, { currencyCode: 'USD' }, { bankName: '40012' }].map((change) => ({ ...entry, ...change }))
    const changed = tellingValues.flatMap((value) =>
      [...rulingFields.map((field) => [field]), otherFields].map((fields) => ({
        ...entry,
        ...Object.fromEntries(fields.map((field) => [field, value])),
      })),
    )
    return [{}, { country: entry.country }, ...wholes, ...changed].map((body) => ({ sample, body }))
  })
}

interface SaidOf {
  readonly sample: SampleEntry
  readonly body: Body
}

/** The African countries are all alike. */
const tellingSamples = sampleEntries.filter(({ country }) => country.region !== 'africa' || country.code === 'GH')

const rulingFields: readonly string[] = [
  'country',
  'beneficiaryType',
  'documentType',
  'documentNumber',
  'currencyCode',
  'bankName',
  'accountAgencyNumber',
  'accountNumber',
  'payoutAccountTypeCode',
  'recipientPixKey',
]

const otherFields = [...requestFields, ...bankFields, 'Amount', 'CurrencyCode', 'oddField'].filter(
  (field) => !rulingFields.includes(field),
)

/** Any text in any field of any sample. */
export const anyBody = fc
  .tuple(
    fc.constantFrom(...sampleEntries),
    fc.constantFrom(...requestFields),
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.stringMatching(/^[-+., 0-9xXeE$]*$/),
      fc.stringMatching(/^[0-9]{0,24}$/),
    ),
  )
  .map(([sample, field, text]) => ({ sample, body: { ...sample.entry, [field]: text } }))

/** Every issue of a body, whichever reader reports it. */
export function issuesOn({ sample, body }: SaidOf): readonly AnySaid[] {
  const { country, method } = sample
  const preview = previewPayout(body)
  const form = readEntryOf(country, { ...body, method: method.id }, { enteredBy: 'person' })
  const checked = { ...validated(body), country: country.code }
  const readings = [readIdentityValidation(checked), readBankValidation(checked)]
  const offers = [offerIdentityValidation(country, body), offerBankValidation(country, body, form.method)]
  return [
    ...(preview.ok ? [...preview.value.warnings, ...preview.value.notices] : preview.errors),
    ...[...form.errors, ...form.warnings, ...form.notices],
    ...readings.flatMap((reading) => (reading.ok ? [] : reading.errors)),
    ...offers.flatMap((offer) => (offer.state === 'not-offered' ? [offer.why] : [])),
  ]
}

/** The fields of the entry that a validation asks for. */
function validated(body: Body): Body {
  return Object.fromEntries(bankFields.flatMap((field) => (field in body ? [[field, body[field]]] : [])))
}
