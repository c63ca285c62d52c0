import type { Slot } from './option.ts'

/** How far ahead of its best rival a value of a slot has to be to be sure, in log-odds. Written by `npm run fit:messages`. */
export const leastMargins: Readonly<Partial<Record<Slot, number>>> = {
  account: 1.7,
  agency: 1.5,
  amount: 1.5,
  bank: 1.5,
  document: 1.5,
  email: 1.5,
  name: 1.5,
  pix: 1.5,
  type: 1.5,
  validation: 1.5,
}
