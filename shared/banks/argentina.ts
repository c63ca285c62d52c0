import type { Message } from '#shared/language/message.ts'

/**
 * Argentina. A payout names no bank: the first three digits of a CBU, the central bank's number of the entity, tell it.
 * Only entities on which public lists agree; an entity that is missing here is not an error.
 */
export const argentineEntities: Readonly<Record<string, string>> = {
  '007': 'Banco de Galicia y Buenos Aires S.A.U.',
  '011': 'Banco de la Nación Argentina',
  '014': 'Banco de la provincia de Buenos Aires',
  '015': 'Industrial and Commercial Bank of China',
  '017': 'Banco BBVA Argentina S.A.',
  '020': 'Banco de la provincia de Córdoba S.A.',
  '027': 'Banco Supervielle S.A.',
  '029': 'Banco de la Ciudad de Buenos Aires',
  '034': 'Banco Patagonia S.A.',
  '044': 'Banco Hipotecario S.A.',
  '072': 'Banco Santander Argentina (ex Río)',
  '143': 'Brubank S.A.U.',
  '191': 'Banco Credicoop Cooperativo Limitado',
  '285': 'Banco Macro S.A.',
  '299': 'Banco Comafi Sociedad Anónima',
  '322': 'Banco Industrial S.A.',
  '330': 'Nuevo Banco de Santa Fe Sociedad Anónima',
  '384': 'Wilobank S.A.',
  '386': 'Nuevo Banco de Entre Ríos S.A.',
  '389': 'Banco Columbia S.A.',
  '432': 'Banco de Comercio S.A.',
}

/** The first three digits of a CVU, the virtual account of a payment provider. */
export const cvuPrefix = '000'

/** Shown as the bank of a CVU, whose number does not identify the payment provider. */
export const cvuAccount: Message = { id: 'bank.cvu' }
