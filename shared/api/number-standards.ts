/** Of the numbers whose check digits a public standard defines, those that say where money goes. */
export const accountStandards = ['cbu', 'cci', 'clabe', 'luhn'] as const

/** All of them: the others say who a person is. */
export const numberStandards = [
  ...accountStandards,
  'cedula-ec',
  'cpf',
  'cuit',
  'curp',
  'nit',
  'rfc',
  'ruc-ec',
  'ruc-pe',
  'rut',
] as const

export type NumberStandard = (typeof numberStandards)[number]
