import * as z from 'zod/mini'

const text = z.string()
const count = z.number()
const none = z.strictObject({})

/** Errors of a name that staff type, of a new password, and of what admins enter; mixed letters are refused in a beneficiary's name too. */
export const errorsOfStaff = {
  control_character: none,
  invisible_character: z.strictObject({ codePoint: text }),
  mixed_letters: z.strictObject({ letter: text, codePoint: text }),
  length: z.strictObject({ max: count, given: count }),
  sample_person: none,
  name_taken: none,
  email_taken: none,
  /** Of the internet. */
  not_an_address: z.strictObject({ given: text }),
  /** Of a token: neither where it works from, nor that it may be anywhere; or both. */
  addresses_or_any: none,
  /** Of the owner of a program outside: a person who works here has this name, or one that looks like it. */
  name_of_staff: none,
  weak_password: z.strictObject({ why: z.enum(['short', 'long', 'common', 'personal']), min: count, max: count }),
  wrong_code: none,
  /** Of a bank: the name that public lists have for its code. */
  bank_named_publicly: z.strictObject({ code: text, publicName: text }),
}
