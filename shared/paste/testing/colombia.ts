import { named, type PastedMessage } from './pasted-message.ts'

/** Colombia. */
export const colombianMessages: readonly PastedMessage[] = [
  {
    text: 'Nombre: Valentina Ríos\nC.C. 1.020.304.050\nBancolombia\nCuenta de ahorros 123-456789-01\nValor: $ 150.000 COP',
    method: 'bank',
    fields: {
      ...named('Valentina', 'Ríos'),
      documentType: '01',
      documentNumber: '1020304050',
      bankName: '0007',
      payoutAccountTypeCode: '0001',
      accountNumber: '12345678901',
      amount: '150000',
    },
  },
  {
    text: 'Buenos días, cuenta de ahorros Davivienda # 0987654321 a nombre de Andrés Mejía, cédula de ciudadanía 79.456.123. Gracias',
    method: 'bank',
    fields: {
      ...named('Andrés', 'Mejía'),
      documentType: '01',
      documentNumber: '79456123',
      bankName: '0051',
      payoutAccountTypeCode: '0001',
      accountNumber: '0987654321',
    },
  },
  {
    text: 'Nequi 3001234567\nCC 1032456789\nLaura Quintero 💜',
    method: 'bank',
    fields: {
      ...named('Laura', 'Quintero'),
      documentType: '01',
      documentNumber: '1032456789',
      bankName: '0507',
      accountNumber: '3001234567',
    },
  },
  {
    text: 'Razón social: Suministros del Valle S.A.S.\nNIT: 901.456.789-8\nBanco de Bogotá\nCta corriente No. 456-12345-6\nTotal a pagar: COP 2.345.000',
    method: 'bank',
    fields: {
      beneficiaryFirstName: 'Suministros del Valle S.A.S.',
      documentType: '03',
      documentNumber: '9014567898',
      bankName: '0001',
      payoutAccountTypeCode: '0002',
      accountNumber: '456123456',
      amount: '2345000',
    },
  },
  {
    text: 'Pago por Bre-B por favor, llave @juanp22. Titular: Juan Pablo Ortiz, C.C. 80.123.456, valor $75.500,00',
    method: 'instant',
    fields: { ...named('Juan Pablo', 'Ortiz'), documentType: '01', documentNumber: '80123456', amount: '75500' },
  },
  {
    text: '[9:05 a. m., 12/10/2026] Caro: Daviplata 3109876543\n[9:05 a. m., 12/10/2026] Caro: Carolina Peña\n[9:06 a. m., 12/10/2026] Caro: cédula 52.345.678',
    method: 'bank',
    fields: {
      ...named('Carolina', 'Peña'),
      documentType: '01',
      documentNumber: '52345678',
      bankName: '0551',
      accountNumber: '3109876543',
    },
  },
  {
    text: 'Beneficiario: Miguel Torres\nCédula de extranjería: 345678\nBanco: BBVA Colombia\nTipo de cuenta: Ahorros\nNúmero de cuenta: 0013 0123 4567 8901\nCiudad: Medellín\nCelular: 3151234567',
    method: 'bank',
    fields: {
      ...named('Miguel', 'Torres'),
      documentType: '02',
      documentNumber: '345678',
      bankName: '0013',
      payoutAccountTypeCode: '0001',
      accountNumber: '0013012345678901',
      city: 'Medellín',
    },
  },
  {
    text: 'ahorros bancolombia 03312345678 cc 1144123456 sebastian ossa, son 320 mil pesos',
    method: 'bank',
    fields: {
      documentType: '01',
      documentNumber: '1144123456',
      bankName: '0007',
      payoutAccountTypeCode: '0001',
      accountNumber: '03312345678',
      amount: '320000',
    },
  },
  {
    text: 'Hi! Please pay Natalia Gil (Colombia).\nBank: Banco Popular\nSavings account: 220-123456-7\nID: C.C. 1.098.765.432\nAmount: COP 980.000,00\nE-mail: natalia@gil.co',
    method: 'bank',
    fields: {
      documentType: '01',
      documentNumber: '1098765432',
      bankName: '0002',
      payoutAccountTypeCode: '0001',
      accountNumber: '2201234567',
      amount: '980000',
      email: 'natalia@gil.co',
    },
  },
]
