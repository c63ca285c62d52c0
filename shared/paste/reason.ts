import type { IssueContent } from '#shared/api/issue.ts'

/** Why a value is only likely: how it was read, or what the rules of its field have against it. */
export type UncertaintyReason =
  | ReadingReason
  | { readonly is: 'oneOfSeveral'; readonly count: number }
  | { readonly is: 'readAsZeros'; readonly word: string }
  | { readonly is: 'againstRule'; readonly error: IssueContent }

type ReadingReason =
  /** The message also has a document of another kind, perhaps another person's. */
  | 'otherDocument'
  /** The message may be about another country. */
  | 'otherCountry'
  /** The bank is known by its name alone. */
  | 'bankByName'
  /** The message is about several people or accounts. */
  | 'severalPeople'
  /** It says of something that it is no longer valid: "la antigua ya no". */
  | 'outdated'
  /** The message has another number that could be one. */
  | 'notTheOnlyOne'
  | 'severalReadings'
  /** A lone "ahorros". */
  | 'singleWord'
  /** An account number with nothing but an agency before it. */
  | 'afterAgency'
  /** An account number with nothing but a bank before it. */
  | 'afterBank'
  | 'whichDocument'
  /** Without a label, but its check digits hold. */
  | 'withoutLabel'
  /** An amount that may not be what is to be paid. */
  | 'whatFor'
  /** "Cuenta en dólares 12345" is an account as well. */
  | 'currencyBefore'
  /** Something beside the amount was not read, or makes it a guess: "aprox." */
  | 'unreadBeside'
  /** The point or comma is taken for thousands. */
  | 'grouped'
  /** A Pix key with +55 put before it. */
  | 'readAsPhone'
  /** A Pix key that no word announces. */
  | 'loneKey'
  | 'cpfOrPhone'
  | 'notACpf'
  /** The DNI is taken from the CUIT. */
  | 'fromCuit'
  /** The document is taken from the Pix key. */
  | 'fromPixKey'
  /** "A chave é o CPF". */
  | 'keyIsCpf'
  /** A name that is to be compared with the account. */
  | 'nameAsWritten'
  | 'endOfFirstName'
  | 'whoseName'
  | 'company'
  | 'whoseAddress'
  | 'freeText'
