import type { ChangeCode, CleaningCode } from '#shared/api/change-codes.ts'
import { unseen } from '#shared/api/texts.ts'
import type { MessageId } from '#shared/language/message.ts'

/** One way in which a typed value becomes the sent one. Applying a step twice is applying it once. */
export interface CleaningStep {
  readonly code: CleaningCode
  /** What it does, where its code says that of something else too. */
  readonly message?: MessageId
  apply(text: string): string
}

/** One step that did change something. */
export interface CleaningNote {
  readonly code: ChangeCode
  readonly message: MessageId
  readonly from: string
  readonly to: string
}

/** The cleaned text, and the steps that changed it. */
export interface CleanedText {
  readonly value: string
  readonly notes: readonly CleaningNote[]
}

/** Runs the steps in order and notes each that changed the text. */
export function clean(typed: string, steps: readonly CleaningStep[]): CleanedText {
  const notes: CleaningNote[] = []
  let value = typed
  for (const step of steps) {
    const to = step.apply(value)
    if (to !== value) notes.push({ code: step.code, message: messageOf(step), from: value, to })
    value = to
  }
  return { value, notes }
}

/** Letters without accents, digits, signs and blanks, as most texts are: no step for stranger characters has to look at them. */
const plain = /^[\x20-\x7e]*$/

/** What a step does, in a sentence. */
export function messageOf({ code, message = `change.${code}` }: CleaningStep): MessageId {
  return message
}

/** Pasting brings them along: controls but tab and line ends, joiners, fillers, marks of direction. */
export const withoutInvisible: CleaningStep = {
  code: 'invisible_removed',
  apply: (text) => (plain.test(text) ? text : text.replace(unseen, '')),
}

export const trimmed: CleaningStep = {
  code: 'spaces_trimmed',
  apply: (text) => text.trim(),
}

export const singleSpaced: CleaningStep = {
  code: 'spaces_joined',
  apply: (text) => (/[^\S ]|\s\s/.test(text) ? text.replace(/\s+/gu, ' ') : text),
}

export const composedLetters: CleaningStep = {
  code: 'letters_composed',
  apply: (text) => (plain.test(text) ? text : text.normalize('NFC')),
}

/** People paste "CPF: 111.444.777-35" together with its label. */
export const withoutLabel: CleaningStep = {
  code: 'label_removed',
  apply: (text) => (text.includes(':') ? text.replace(/^(?:[\p{L}\s/.]+:\s*)+/u, '') : text),
}

/** Interface, part C, takes bare numbers; people type and paste them grouped. */
export const withoutSeparators: CleaningStep = {
  code: 'separators_removed',
  apply: (text) => (/[^0-9A-Za-z]/.test(text) ? text.replace(/[\s.\p{Pd}\u2212]/gu, '') : text),
}

/** What is done to every number, with the steps of its own rule between; its separators go last. */
export function numberSteps(own: readonly CleaningStep[] = []): readonly CleaningStep[] {
  return own.length === 0 ? bareNumberSteps : [withoutInvisible, withoutLabel, ...own, withoutSeparators]
}

const bareNumberSteps: readonly CleaningStep[] = [withoutInvisible, withoutLabel, withoutSeparators]

export const upperCased: CleaningStep = {
  code: 'upper_cased',
  apply: (text) => text.toUpperCase(),
}

export const lowerCased: CleaningStep = {
  code: 'lower_cased',
  apply: (text) => text.toLowerCase(),
}

/** Without the characters at its end that are such as `odd`; an expression for them all would begin again at each of them. */
export function withoutTail(text: string, odd: RegExp): string {
  let end = text.length
  while (end > 0 && odd.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** What is done to a name or another free text. */
export const textSteps: readonly CleaningStep[] = [withoutInvisible, composedLetters, singleSpaced, trimmed]

/** What is done to a code of digits or small letters. */
export const bareCodeSteps: readonly CleaningStep[] = [withoutInvisible, trimmed]

/** What is done to a code of capitals: country, currency. */
export const upperCodeSteps: readonly CleaningStep[] = [...bareCodeSteps, upperCased]

/** Drops the first hyphen after a digit and all behind it; a value that begins with one is left to be refused. */
export function upToHyphen(code: CleaningStep['code']): CleaningStep {
  const fromHyphen = /^(\s*[0-9][^\p{Pd}\u2212]*)[\p{Pd}\u2212].*$/su
  return { code, apply: (text) => text.replace(fromHyphen, '$1') }
}

/** Interface, "Brazil", rule 4: a verification digit X is replaced by 0. */
export const finalXToZero: CleaningStep = {
  code: 'x_to_zero',
  apply: (text) => text.replace(/^([0-9]+)[Xx]$/u, '$10'),
}
