/** What cleaning can do to a value. Each is one sentence, `change.<code>` of the catalogs, without params. */
export const cleaningCodes = [
  'invisible_removed',
  'spaces_trimmed',
  'spaces_joined',
  'spaces_removed',
  'letters_composed',
  'label_removed',
  'separators_removed',
  'hyphens_added',
  'upper_cased',
  'lower_cased',
  'leading_zeros_added',
  'agency_digit_removed',
  'x_to_zero',
  'verification_removed',
  'country_prefix_removed',
  'currency_sign_removed',
  'amount_as_number',
  'currency_filled',
] as const

export type CleaningCode = (typeof cleaningCodes)[number]

/** The closed list of reasons for a changed value. Why a hyphen is sent or a field left out, the rules of the country explain. */
export type ChangeCode = CleaningCode | 'hyphen_sent' | 'left_out'
