import { named, type PastedMessage } from './pasted-message.ts'

/** Mexico. */
export const mexicanMessages: readonly PastedMessage[] = [
  {
    text: 'Nombre: Andrea Morales\nCURP: GOMA850312MDFRRN09\nCLABE: 012 180 01183597123 0\nBBVA\nMonto: $1,500.00 MXN',
    fields: {
      ...named('Andrea', 'Morales'),
      documentNumber: 'GOMA850312MDFRRN09',
      payoutAccountTypeCode: '0001',
      accountNumber: '012180011835971230',
      bankName: '40012',
      amount: '1500',
    },
  },
  {
    text: 'CLABE 0721 8001 1835 9712 38 Banorte a nombre de Jorge Peña',
    fields: {
      ...named('Jorge', 'Peña'),
      payoutAccountTypeCode: '0001',
      accountNumber: '072180011835971238',
      bankName: '40072',
    },
  },
  {
    text: 'hola!! te paso mi clabe interbancaria: 014180011835971238 (santander), rfc PELJ901104K2A, curp pelj901104hjcrps06 🙌',
    fields: {
      documentNumber: 'PELJ901104HJCRPS06',
      validationDocumentNumber: 'PELJ901104K2A',
      payoutAccountTypeCode: '0001',
      accountNumber: '014180011835971238',
      bankName: '40014',
    },
  },
  {
    text: 'Tarjeta de débito 4111 1111 1111 1111\nBanco Azteca\nTitular: Elena Castro\nCURP SAHL020715MNLNRRA9\nTotal: $850.00 pesos',
    fields: {
      ...named('Elena', 'Castro'),
      documentNumber: 'SAHL020715MNLNRRA9',
      payoutAccountTypeCode: '0010',
      accountNumber: '4111111111111111',
      bankName: '40127',
      amount: '850',
    },
  },
  {
    text: '[18:20, 5/10/2026] Beto: Nu México\n[18:20, 5/10/2026] Beto: 638180011835971232\n[18:21, 5/10/2026] Beto: Roberto Salinas',
    fields: {
      ...named('Roberto', 'Salinas'),
      bankName: '40638',
      payoutAccountTypeCode: '0001',
      accountNumber: '638180011835971232',
    },
  },
  {
    text: 'Beneficiario: Mariana Ortega\nBanco: HSBC\nCuenta CLABE: 021180011835971234\nCURP: GOMA850312MDFRRN09\nConcepto: Diseño de logo\nCorreo electrónico: mariana@ortega.mx',
    fields: {
      ...named('Mariana', 'Ortega'),
      bankName: '40021',
      payoutAccountTypeCode: '0001',
      accountNumber: '021180011835971234',
      documentNumber: 'GOMA850312MDFRRN09',
      PaymentReason: 'Diseño de logo',
      email: 'mariana@ortega.mx',
    },
  },
  {
    text: 'STP\n646180011835971237\nIván Robles\nIVA incluido, total MXN 23,456.70',
    fields: {
      ...named('Iván', 'Robles'),
      bankName: '90646',
      payoutAccountTypeCode: '0001',
      accountNumber: '646180011835971237',
      amount: '23456.7',
    },
  },
  {
    text: 'Nombre(s): Ximena\nApellidos: Lara Díaz\nClave interbancaria: 127-180-01183597123-5\nInstitución: Azteca\nR.F.C.: GOMA850312AB0',
    fields: {
      ...named('Ximena', 'Lara Díaz'),
      bankName: '40127',
      payoutAccountTypeCode: '0001',
      accountNumber: '127180011835971235',
      validationDocumentNumber: 'GOMA850312AB0',
    },
  },
  {
    text: 'Please wire to account holder: Oscar Luna, CLABE 044180011835971237, Scotiabank Mexico, amount 5,000.00 pesos mexicanos, ref 88123',
    fields: {
      ...named('Oscar', 'Luna'),
      bankName: '40044',
      payoutAccountTypeCode: '0001',
      accountNumber: '044180011835971237',
      amount: '5000',
      externalReference: '88123',
    },
  },
]
