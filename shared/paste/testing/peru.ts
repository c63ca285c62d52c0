import { named, type PastedMessage } from './pasted-message.ts'

/** Peru. */
export const peruvianMessages: readonly PastedMessage[] = [
  {
    text: 'Nombre: Rosa Quispe\nDNI: 45678912\nBCP cuenta de ahorros 194-12345678-0-12\nMonto: S/ 350.00',
    method: 'bank',
    fields: {
      ...named('Rosa', 'Quispe'),
      documentType: '04',
      documentNumber: '45678912',
      bankName: '0003',
      payoutAccountTypeCode: '0001',
      accountNumber: '19412345678012',
      amount: '350',
    },
  },
  {
    text: 'CCI: 011-241-100287654321-71\nTitular: Pedro Huamán\nD.N.I. 40123456-7\nS/. 1,200.50',
    method: 'cci',
    fields: {
      ...named('Pedro', 'Huamán'),
      documentType: '04',
      documentNumber: '40123456',
      accountNumber: '01124110028765432171',
      amount: '1200.5',
    },
  },
  {
    text: 'Yape 912 345 678 a nombre de Milagros Flores, DNI 70123456, 50 soles',
    method: 'wallet',
    fields: {
      ...named('Milagros', 'Flores'),
      documentType: '04',
      documentNumber: '70123456',
      accountNumber: '912345678',
      amount: '50',
    },
  },
  {
    text: 'Buenas tardes, adjunto datos:\n- Razón Social: Inversiones Sol SAC\n- RUC: 20601234565\n- Interbank cta. corriente: 2003001234567\n- Importe: S/ 4,500.00',
    method: 'bank',
    fields: {
      beneficiaryFirstName: 'Inversiones Sol SAC',
      documentType: '05',
      documentNumber: '20601234565',
      bankName: '0001',
      payoutAccountTypeCode: '0002',
      accountNumber: '2003001234567',
      amount: '4500',
    },
  },
  {
    text: '[11:15, 20/10/2026] +51 987 654 321: Plin al 987654321\n[11:16, 20/10/2026] +51 987 654 321: Jhon Mamani\n[11:16, 20/10/2026] +51 987 654 321: dni 43218765',
    method: 'wallet',
    fields: { ...named('Jhon', 'Mamani'), documentType: '04', documentNumber: '43218765', accountNumber: '987654321' },
  },
  {
    text: 'Scotiabank ahorros 0011234567\nCarné de extranjería 001234567\nNombre: Yolanda Rivas\nPerú',
    method: 'bank',
    fields: {
      ...named('Yolanda', 'Rivas'),
      documentType: '02',
      documentNumber: '001234567',
      bankName: '0004',
      payoutAccountTypeCode: '0001',
      accountNumber: '0011234567',
    },
  },
  {
    text: 'Apellidos y nombres: Torres Vega, César\nDNI N° 09876543\nCódigo interbancario: 002 193 100287654321 11\nsoles 890.00',
    method: 'cci',
    fields: {
      ...named('César', 'Torres Vega'),
      documentType: '04',
      documentNumber: '09876543',
      accountNumber: '00219310028765432111',
      amount: '890',
    },
  },
  {
    text: 'BBVA 0011-0241-0200123456 ahorros; DNI 41234567; Liz Paucar; S/ 75; liz.paucar@correo.pe',
    method: 'bank',
    fields: {
      ...named('Liz', 'Paucar'),
      documentType: '04',
      documentNumber: '41234567',
      bankName: '0002',
      payoutAccountTypeCode: '0001',
      accountNumber: '001102410200123456',
      amount: '75',
      email: 'liz.paucar@correo.pe',
    },
  },
  {
    text: 'Para: Óscar Ccori. RUC 10456789124. CCI 00917010028765432121 Scotiabank. Motivo: servicio de octubre. Total S/ 2,000.00',
    method: 'cci',
    fields: {
      documentType: '05',
      documentNumber: '10456789124',
      accountNumber: '00917010028765432121',
      amount: '2000',
    },
  },
]
