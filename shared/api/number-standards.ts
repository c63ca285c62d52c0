/** Numbers whose check digits a public standard defines. */
export const numberStandards = [
  'cbu',
  'cci',
  'cedula-ec',
  'clabe',
  'cpf',
  'cuit',
  'curp',
  'luhn',
  'nit',
  'rfc',
  'ruc-ec',
  'ruc-pe',
  'rut',
] as const

export type NumberStandard = (typeof numberStandards)[number]
