/** A bank and an account in one cell; the words between, such as "cta. ahorros", are kept as the type of the account. */
export interface BankAndAccount {
  readonly bank: string
  readonly account: string
  readonly type: string | undefined
}

/** Parts "BCP / 191-23456789-0-45", "Pichincha – 2200123456", "0123456789 Banco Guayaquil"; undefined where it has no account. */
export function splitBankAndAccount(text: string): BankAndAccount | undefined {
  const behind = numberBehind.exec(text)
  const ahead = behind === null ? numberAhead.exec(text) : null
  const account = (behind ?? ahead)?.[1]?.trim()
  if (account === undefined) return undefined
  const around = tidy(behind === null ? text.slice((ahead?.[1] ?? '').length) : text.slice(0, behind.index))
  const words = around.split(/\s+/u)
  const first = words.findIndex((word) => accountWord.test(word))
  if (first < 0) return { bank: around, account, type: undefined }
  const type = tidy(words.slice(first).join(' ').replace(leadingWords, ''))
  return { bank: tidy(words.slice(0, first).join(' ')), account, type: type === '' ? undefined : type }
}

const numberBehind = /(?<![\d.-])(\d[\d.-]{3,40}[\dkKxX]?)\s{0,9}$/u
const numberAhead = /^\s{0,9}(\d[\d.-]{3,40})(?![\d.-])/u

/** Where the words about the account begin. */
const accountWord =
  /^(?:cta|cte|cuenta|conta|cc|ahorros?|corriente|corrente|poupan[cç]a|savings|checking|current|n[°ºo]|nro|acc|account|compte)\.?:?$/iu
const leadingWords =
  /^(?:(?:cta|cuenta|conta|account|compte|de|n[°ºo]|nro)[.:]{0,2}\s{1,3}){1,4}|^(?:cta|cuenta|conta|account|acc|compte|n[°ºo]|nro)[.:]{0,2}$/iu

function tidy(text: string): string {
  return text.replace(/^[\s/|:;,–—-]{1,20}/u, '').replace(/[\s/|:;,–—-]{1,20}$/u, '')
}

/** Splits "1234 / 56789-0" and "1234-5 / 56789-0": the part before the first gap is the agency. */
export function splitAgencyAndAccount(text: string): { readonly agency: string; readonly account: string } | undefined {
  const found =
    /^\D{0,12}(\d[\d.]{0,10}(?:-[\dxX])?)\s{0,5}(?:[/|,;:–—]|\s-\s|\s)\s{0,5}\D{0,12}(\d[\d.-]{2,24}[xX]?)\s{0,9}$/u.exec(
      text,
    )
  const [, agency, account] = found ?? []
  return agency === undefined || account === undefined ? undefined : { agency, account }
}
