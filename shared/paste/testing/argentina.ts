import { named, type PastedMessage } from './pasted-message.ts'

/** Argentina. Numbers are made up; their check digits hold unless the message is about that. */
export const argentineMessages: readonly PastedMessage[] = [
  {
    text: 'Hola! te paso los datos:\nNombre: Lucía Ferreyra\nDNI: 30.123.456\nCBU: 0070099340275183640000\nBanco Galicia\nGracias!!',
    fields: { ...named('Lucía', 'Ferreyra'), documentNumber: '30123456', accountNumber: '0070099340275183640000' },
  },
  {
    text: '[10:42, 3/11/2026] Martín: CVU 0000003110029384750005\n[10:42, 3/11/2026] Martín: DNI 28456123\n[10:43, 3/11/2026] Martín: a nombre de Martín Acosta, Mercado Pago',
    fields: { ...named('Martín', 'Acosta'), documentNumber: '28456123', accountNumber: '0000003110029384750005' },
  },
  {
    text: 'Titular: GÓMEZ, Paula\nCuil: 27-28456123-1\nDNI 28456123\nCBU 01100990 40275183640000\nImporte: $ 85.300,50',
    fields: {
      documentNumber: '28456123',
      validationDocumentNumber: '27284561231',
      accountNumber: '0110099040275183640000',
      amount: '85300.5',
    },
  },
  {
    text: 'Pagale a Hernán López 🙏 CBU: 0720099140275183640000 alias HERNAN.LOPEZ.SUPER dni 33222111 son $120.000',
    fields: { documentNumber: '33222111', accountNumber: '0720099140275183640000', amount: '120000' },
  },
  {
    text: '*Datos para transferencia*\n• Titular: Sofía Benítez\n• CUIT/CUIL: 20-30123456-3\n• DNI: 30123456\n• CBU/CVU: 0170 0992 4027 5183 6400 00\n• Mail: sofia.benitez@correo.com.ar',
    fields: {
      ...named('Sofía', 'Benítez'),
      validationDocumentNumber: '20301234563',
      documentNumber: '30123456',
      accountNumber: '0170099240275183640000',
      email: 'sofia.benitez@correo.com.ar',
    },
  },
  {
    text: '> Apellido: Domínguez\n> Nombre: Carla Inés\n> D.N.I. 31.987.654\n> C.B.U. 1430099440275183640000 (Brubank)\n> Monto: 45.000,00 pesos',
    fields: {
      ...named('Carla Inés', 'Domínguez'),
      documentNumber: '31987654',
      accountNumber: '1430099440275183640000',
      amount: '45000',
    },
  },
  {
    text: 'buenas, mi cbu es 0070099340275183640000, dni 40111222, Juan Ignacio Pereyra. Cualquier cosa +54 9 11 5555-1234',
    fields: {
      documentNumber: '40111222',
      accountNumber: '0070099340275183640000',
      ...named('Juan Ignacio', 'Pereyra'),
    },
  },
  {
    text: 'Beneficiario\nValeria Sosa\n\nDocumento\n29.876.543\n\nCVU\n0000003110029384750005\n\nMotivo\nHonorarios octubre\n\nTotal\nARS 310.250,75',
    fields: {
      ...named('Valeria', 'Sosa'),
      documentNumber: '29876543',
      accountNumber: '0000003110029384750005',
      PaymentReason: 'Honorarios octubre',
      amount: '310250.75',
    },
  },
  {
    text: 'From: proveedor\nPlease pay invoice A-0012 to Nicolás Ruiz\u00a0— DNI\u00a025.333.444, CBU\u200b: 0110099040275183640000. Amount: ARS 1,250,000.00',
    fields: { documentNumber: '25333444', accountNumber: '0110099040275183640000', amount: '1250000' },
  },
]
