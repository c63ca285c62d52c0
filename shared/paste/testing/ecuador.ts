import { named, type PastedMessage } from './pasted-message.ts'

/** Ecuador: often alike to Colombia, so that the country is only likely. */
export const ecuadorianMessages: readonly PastedMessage[] = [
  {
    text: 'Nombre: Gabriela Cevallos\nC.I. 1714567821\nBanco Pichincha\nCuenta de ahorros 2200123456\nValor: $ 120,50\nEcuador',
    fields: {
      ...named('Gabriela', 'Cevallos'),
      documentType: '04',
      documentNumber: '1714567821',
      bankName: '0023',
      payoutAccountTypeCode: '0001',
      accountNumber: '2200123456',
      amount: '120.5',
    },
  },
  {
    text: 'Titular: Esteban Zambrano\nRUC: 1714567821001\nProdubanco cta. corriente 02012345678\nMonto USD 1,350.00',
    fields: {
      ...named('Esteban', 'Zambrano'),
      documentType: '05',
      documentNumber: '1714567821001',
      bankName: '0011',
      payoutAccountTypeCode: '0002',
      accountNumber: '02012345678',
      amount: '1350',
    },
  },
  {
    text: 'Datos:\nBanco Guayaquil\nAhorros: 0012345678\nCédula: 092345678-4\nMaría José Loor\n+593 99 123 4567',
    fields: {
      documentType: '04',
      documentNumber: '0923456784',
      bankName: '0010',
      payoutAccountTypeCode: '0001',
      accountNumber: '0012345678',
      ...named('María José', 'Loor'),
    },
  },
  {
    text: 'cta ahorros banco del pacifico 1045678901, CI 0102030400, Pablo Vintimilla, son 80 dolares',
    fields: {
      documentType: '04',
      documentNumber: '0102030400',
      bankName: '0016',
      payoutAccountTypeCode: '0001',
      accountNumber: '1045678901',
      amount: '80',
      ...named('Pablo', 'Vintimilla'),
    },
  },
  {
    text: 'Beneficiario: Karla Mendoza\nPasaporte: A1234567\nBanco: Banco Bolivariano\nCuenta corriente: 0005123456\nCiudad: Guayaquil, Ecuador\nCorreo: karla@mendoza.ec',
    fields: {
      ...named('Karla', 'Mendoza'),
      documentType: '03',
      documentNumber: 'A1234567',
      bankName: '0002',
      payoutAccountTypeCode: '0002',
      accountNumber: '0005123456',
      city: 'Guayaquil',
      email: 'karla@mendoza.ec',
    },
  },
  {
    text: '🏦 Banco Internacional\n💳 Cuenta de Ahorros N° 0800123456\n👤 Luis Andrade\n🪪 Cédula 1309876546\n📧 luis.andrade@correo.ec',
    fields: {
      ...named('Luis', 'Andrade'),
      documentType: '04',
      documentNumber: '1309876546',
      bankName: '0020',
      payoutAccountTypeCode: '0001',
      accountNumber: '0800123456',
      email: 'luis.andrade@correo.ec',
    },
  },
  {
    text: 'Favor transferir a:\nNombre: Diana Paredes\nBanco del Austro\nCta. Ahorros # 0012345670\nC.I.: 0102030400\nConcepto: factura 001-002-000123',
    fields: {
      ...named('Diana', 'Paredes'),
      documentType: '04',
      documentNumber: '0102030400',
      bankName: '0013',
      payoutAccountTypeCode: '0001',
      accountNumber: '0012345670',
    },
  },
  {
    text: 'Hello, my details: Name: Rosa Chango. RUC 1714567821001. Bank: Banco Solidario. Savings account 5123456789. Total: 45.75 dollars. Quito, Ecuador',
    fields: {
      ...named('Rosa', 'Chango'),
      documentType: '05',
      documentNumber: '1714567821001',
      bankName: '0026',
      payoutAccountTypeCode: '0001',
      accountNumber: '5123456789',
      amount: '45.75',
    },
  },
]
