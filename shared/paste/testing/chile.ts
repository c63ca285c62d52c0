import { named, type PastedMessage } from './pasted-message.ts'

/** Chile. */
export const chileanMessages: readonly PastedMessage[] = [
  {
    text: 'Nombre: Camila Rojas\nRUT: 15.678.432-K\nBanco: BancoEstado\nCuenta RUT: 15678432\nCorreo: camila.rojas@mail.cl',
    fields: {
      ...named('Camila', 'Rojas'),
      documentNumber: '15678432K',
      bankName: '012',
      payoutAccountTypeCode: '0004',
      accountNumber: '15678432',
      email: 'camila.rojas@mail.cl',
    },
  },
  {
    text: 'Diego Fuentes\n9.876.543-3\nBanco de Chile\nCuenta corriente 00-123-45678-09\ndiego@fuentes.cl\n$250.000',
    fields: {
      ...named('Diego', 'Fuentes'),
      documentNumber: '98765433',
      bankName: '001',
      payoutAccountTypeCode: '0001',
      accountNumber: '001234567809',
      email: 'diego@fuentes.cl',
      amount: '250000',
    },
  },
  {
    text: 'te paso mis datos po: Josefa Muñoz, rut 18345672-5, banco santander, cta cte 0012345678',
    fields: {
      ...named('Josefa', 'Muñoz'),
      documentNumber: '183456725',
      bankName: '037',
      payoutAccountTypeCode: '0001',
      accountNumber: '0012345678',
    },
  },
  {
    text: 'Razón social: Comercial Andina SpA\nRut 76.543.210-3\nBCI\nCta. Cte. N° 12345678901\nMonto: CLP 1.250.000',
    fields: {
      beneficiaryType: 'company',
      beneficiaryFirstName: 'Comercial Andina SpA',
      documentNumber: '765432103',
      bankName: '016',
      payoutAccountTypeCode: '0001',
      accountNumber: '12345678901',
      amount: '1250000',
    },
  },
  {
    text: '*Banco Falabella*\nCuenta de ahorro 1234567890\n*Titular*: Ignacio Vera\n*R.U.T.*: 13.245.768-9\n*Glosa*: arriendo noviembre',
    fields: {
      ...named('Ignacio', 'Vera'),
      documentNumber: '132457689',
      bankName: '051',
      payoutAccountTypeCode: '0002',
      accountNumber: '1234567890',
      PaymentReason: 'arriendo noviembre',
    },
  },
  {
    text: 'Hola, deposita a mi cuenta vista 9876543210 del Banco Ripley, RUT 21.456.789-K, soy Antonia Parra',
    fields: { ...named('Antonia', 'Parra'), documentNumber: '21456789K', bankName: '053', accountNumber: '9876543210' },
  },
  {
    text: 'Nombre\tMatías Soto\nRUT\t18.345.672-5\nBanco\tScotiabank\nTipo de cuenta\tCuenta Corriente\nN° de cuenta\t000987654321\nEmail\tmatias@soto.cl',
    fields: {
      ...named('Matías', 'Soto'),
      documentNumber: '183456725',
      bankName: '014',
      payoutAccountTypeCode: '0001',
      accountNumber: '000987654321',
      email: 'matias@soto.cl',
    },
  },
  {
    text: 'Beneficiario: Fernanda Díaz / RUN: 15.678.432-K / Itaú / Cuenta: 0204567890 / Total: $ 89.990',
    fields: {
      ...named('Fernanda', 'Díaz'),
      documentNumber: '15678432K',
      bankName: '039',
      accountNumber: '0204567890',
      amount: '89990',
    },
  },
  {
    text: '3/11/26, 10:42 - Benja: BancoEstado\n3/11/26, 10:42 - Benja: CuentaRUT 9876543\n3/11/26, 10:43 - Benja: 9.876.543-3 Benjamín Lagos',
    fields: { bankName: '012', payoutAccountTypeCode: '0004', accountNumber: '9876543', documentNumber: '98765433' },
  },
]
