import type { Grade } from '#shared/api/warning-codes.ts'
import type { Tone } from '../ui/tone.tsx'

/** The one colour of each grade of warnings, and of what a validation finds; its word is written next to it. */
export const gradeTones: Readonly<Record<Grade, Exclude<Tone, 'neutral'>>> = {
  compliance: 'error',
  serious: 'warning',
  minor: 'info',
}
