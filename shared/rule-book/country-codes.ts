/** The eighteen countries a payout can go to. Interface, part C, "Country and currency codes". */
export const countryCodes = [
  'AR',
  'BR',
  'CL',
  'CO',
  'EC',
  'MX',
  'PE',
  'BF',
  'CM',
  'CI',
  'GH',
  'KE',
  'NG',
  'RW',
  'SN',
  'TZ',
  'UG',
  'ZA',
] as const

export type CountryCode = (typeof countryCodes)[number]

export function isCountryCode(text: unknown): text is CountryCode {
  return countryCodes.some((code) => code === text)
}
