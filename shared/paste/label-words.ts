import type { CountryCode } from '#shared/countries/rule-book.ts'
import type { MessageId } from '#shared/language/message.ts'
import type { AccountKind, DocumentRule, MethodId, NamedNumber } from '#shared/rule-book/country.ts'

/** What a label announces. */
export type LabelMeaning =
  | { readonly is: 'name'; readonly part?: 'first' | 'last' | 'last-then-first'; readonly isWeak?: true }
  | { readonly is: 'document'; readonly kind?: DocumentRule['kind'] }
  | {
      readonly is: 'account'
      readonly kind?: AccountKind
      readonly number?: NamedNumber['label']
      readonly method?: MethodId
    }
  | { readonly is: 'method'; readonly method: MethodId }
  | {
      readonly is:
        | 'agency'
        | 'agency-and-account'
        | 'bank'
        | 'pix-key'
        | 'amount'
        | 'email'
        | 'phone'
        | 'city'
        | 'reason'
        | 'reference'
        | 'other'
        /** A document that no payout asks for: a company's, so it may belong to another person than the other values. */
        | 'other-document'
    }

/** Words with which people announce a value, and in which countries they mean that; without countries: everywhere. */
export interface LabelWords {
  readonly meaning: LabelMeaning
  /** Small letters, no accents; a dot may be left out and may have a blank behind it. Separated by commas. */
  readonly words: string
  readonly countries?: readonly CountryCode[]
}

/** How messages spell the names of the rule book's documents and numbers, by their labels; spelt as {@link LabelWords} are. */
export const spellings: Partial<Readonly<Record<MessageId, string>>> = {
  'account.cbu': 'cbu, cvu',
  'account.cci': 'cci',
  'account.clabe': 'clabe',
  'account.rut': 'rut account number',
  'document.carneDeExtranjeria': 'carne de extranjeria',
  'document.cedula': 'cedula',
  'document.cedulaDeCiudadania': 'cedula de ciudadania',
  'document.cedulaDeExtranjeria': 'cedula de extranjeria',
  'document.cpf': 'cpf',
  'document.cuit': 'cuit, cuil',
  'document.curp': 'curp',
  'document.dni': 'dni',
  'document.nit': 'nit',
  'document.passport': 'passport',
  'document.rfc': 'rfc',
  'document.ruc': 'ruc',
  'document.rut': 'rut',
}

/**
 * Spanish, Portuguese, English and French labels, without the names of documents and numbers (CPF, CLABE …), which are the {@link
 * spellings} of the rule book's.
 */
export const labelWords: readonly LabelWords[] = [
  {
    meaning: { is: 'name' },
    words:
      'nome, nome completo, nome do titular, nome do favorecido, nome da favorecida, nome do beneficiario, favorecido, favorecida, recebedor, recebedora, em nome de, em nome da, em nome do, titular, titulares, titular/es, titular da conta, titular de la cuenta, titular de cuenta, nombre, nombre completo, nombre y apellido, nombre y apellidos, nombres y apellidos, nombre del titular, nombre del beneficiario, nombre de la beneficiaria, beneficiario, beneficiaria, beneficiario final, destinatario, destinataria, a nombre de, a nombre del, a mi nombre, en nombre de, name on account, name, full name, beneficiary, beneficiary name, account holder, account name, holder, payee, nom complet, nom et prenom, titulaire, beneficiaire, razon social, razao social, nombre o razon social, empresa, company, company name',
  },
  {
    meaning: { is: 'name', part: 'last-then-first' },
    words: 'apellidos y nombres, apellido y nombre, apellidos y nombre',
  },
  {
    meaning: { is: 'name', part: 'first' },
    words: 'nombres, primer nombre, primeiro nome, first name, given name, prenom',
  },
  {
    meaning: { is: 'name', part: 'last' },
    words: 'apellido, apellidos, sobrenome, ultimo nome, last name, surname, family name, nom de famille',
  },
  {
    meaning: { is: 'name', isWeak: true },
    words:
      'soy, sou, eu sou, me llamo, meu nome e, je suis, i am, my name is, para, a favor de, pagar a, pagar para, pagarle a, transferir a, transferir para, depositar a, pago a, pagamento para, giro a, es de, pay to, pay, transfer to',
  },
  {
    meaning: { is: 'document' },
    words:
      'documento, doc., documento de identidad, documento de identidade, n. de documento, no. documento, nro. documento, nro. de documento, numero de documento, identificacion, numero de identificacion, identidad, id, id number, identity number',
  },
  { meaning: { is: 'document', kind: 'national-id' }, words: 'd.n.i., n. dni, nro. dni', countries: ['AR', 'PE'] },
  { meaning: { is: 'document', kind: 'national-id' }, words: 'c.p.f., cpf/mf, n. cpf', countries: ['BR'] },
  {
    meaning: { is: 'document', kind: 'national-id' },
    words: 'r.u.t., run, r.u.n., cedula de identidad',
    countries: ['CL'],
  },
  {
    meaning: { is: 'document', kind: 'national-id' },
    words: 'c.c., cedula, ced., cedula ciudadania, cedula no., numero de cedula, nro. de cedula, no. de cedula',
    countries: ['CO'],
  },
  {
    meaning: { is: 'document', kind: 'national-id' },
    words:
      'c.i., c.c., ced., cedula no., cedula de identidad, cedula de ciudadania, numero de cedula, nro. de cedula, no. de cedula, n. de cedula',
    countries: ['EC'],
  },
  {
    meaning: { is: 'document', kind: 'foreigner-id' },
    words: 'c.e., cedula extranjeria, ced. extranjeria',
    countries: ['CO'],
  },
  {
    meaning: { is: 'document', kind: 'foreigner-id' },
    words: 'c.e., carnet de extranjeria, carnet extranjeria',
    countries: ['PE'],
  },
  { meaning: { is: 'document', kind: 'passport' }, words: 'pasaporte, passeport, passaporte', countries: ['EC', 'PE'] },
  { meaning: { is: 'document', kind: 'tax-id' }, words: 'n.i.t.', countries: ['CO'] },
  { meaning: { is: 'document', kind: 'tax-id' }, words: 'r.u.c.', countries: ['EC', 'PE'] },
  { meaning: { is: 'document', kind: 'tax-id' }, words: 'c.u.i.t., c.u.i.l., cuit/cuil, cuil/cuit', countries: ['AR'] },
  { meaning: { is: 'document', kind: 'tax-id' }, words: 'r.f.c.', countries: ['MX'] },
  {
    meaning: { is: 'account' },
    words:
      'cuenta, cta., nro. de cuenta, nro. cuenta, nro. cta., no. de cuenta, no. cuenta, n. de cuenta, n. cuenta, numero de cuenta, cuenta no., cuenta nro., cuenta numero, cuenta bancaria, cuenta vista, cta. vista, conta, n. da conta, numero da conta, conta bancaria, conta numero, account, account number, account no., acct., acc., acc. no., a/c, compte, numero de compte',
  },
  {
    meaning: { is: 'account', kind: 'savings' },
    words:
      'ahorros, ahorro, cuenta de ahorros, cuenta de ahorro, cuenta ahorros, cuenta ahorro, cta. de ahorros, cta. ahorros, cta. de ahorro, cta. ahorro, cta. aho., aho., ahs., poup., caja de ahorro, caja de ahorros, poupanca, conta poupanca, cp poupanca, savings, savings account, compte epargne',
  },
  {
    meaning: { is: 'account', kind: 'current' },
    words:
      'corriente, cuenta corriente, cta. corriente, cta. cte., ctacte, cte., c/c, c/corrente, corrente, conta corrente, checking, checking account, current account, compte courant',
  },
  { meaning: { is: 'account', kind: 'current' }, words: 'c.c.', countries: ['BR'] },
  { meaning: { is: 'account', kind: 'rut' }, words: 'cuenta rut, cuentarut, cta. rut', countries: ['CL'] },
  {
    meaning: { is: 'account', kind: 'card' },
    words:
      'tarjeta, tarjeta de debito, numero de tarjeta, no. de tarjeta, num. de tarjeta, debit card, tdd, card number',
    countries: ['MX'],
  },
  {
    meaning: { is: 'account', number: 'account.clabe' },
    words: 'clabe interbancaria, cuenta clabe, clave interbancaria, n. de clabe, clabe spei, cuenta interbancaria',
    countries: ['MX'],
  },
  {
    meaning: { is: 'account', number: 'account.cci' },
    words:
      'c.c.i., codigo interbancario, codigo de cuenta interbancario, cuenta interbancaria, interbancaria, nro. cci, cci nro.',
    countries: ['PE'],
  },
  {
    meaning: { is: 'account', number: 'account.cbu' },
    words: 'c.b.u., c.v.u., cbu/cvu, nro. de cbu, numero de cbu',
    countries: ['AR'],
  },
  {
    meaning: { is: 'account', kind: 'wallet', method: 'wallet' },
    words: 'yape, yapear, yapeame, yapeale, yapeo, plin, plinear, plineame, yape/plin, yape o plin',
    countries: ['PE'],
  },
  { meaning: { is: 'account' }, words: 'nequi, daviplata', countries: ['CO'] },
  {
    meaning: { is: 'method', method: 'instant' },
    words: 'bre-b, breb, bre b, llave bre-b, llave, llaves, transfiya, pago inmediato, transferencia inmediata',
    countries: ['CO'],
  },
  { meaning: { is: 'agency' }, words: 'agencia, ag., n. da agencia, agencia n., agency', countries: ['BR'] },
  {
    meaning: { is: 'agency-and-account' },
    words:
      'ag./cc, ag./c/c, ag./conta, agencia/conta, agencia e conta, ag. e conta, ag. e cc, agencia / conta, ag. / conta',
    countries: ['BR'],
  },
  {
    meaning: { is: 'bank' },
    words:
      'banco, bco., bank, banque, bank name, nombre del banco, nome do banco, banco destino, entidad, entidad bancaria, instituicao, institucion',
  },
  {
    meaning: { is: 'pix-key' },
    words: 'pix, chave pix, chave do pix, chave, pix chave, clave pix, pix key, cle pix',
    countries: ['BR'],
  },
  {
    meaning: { is: 'amount' },
    words:
      'valor, vlr., vr., valor a pagar, valor total, valor do pagamento, valor liquido, valor neto, monto, monto a pagar, monto total, monto a transferir, importe, importe total, total, total a pagar, cantidad, cant., frete, flete, neto a pagar, liquido a pagar, net a payer, total due, monto s/, quantia, amount, montant, a pagar',
  },
  { meaning: { is: 'email' }, words: 'email, e-mail, mail, correo, correo electronico, courriel' },
  {
    meaning: { is: 'phone' },
    words:
      'tel., telefono, telefone, celular, cel., movil, whatsapp, wpp, fone, phone, mobile, telephone, contacto, contato, numero de celular, numero de telefono',
  },
  { meaning: { is: 'city' }, words: 'ciudad, cidade, city, ville' },
  {
    meaning: { is: 'reason' },
    words:
      'concepto, concepto de pago, por concepto de, motivo, motivo do pagamento, motivo de pago, glosa, descricao, descripcion, detalle, detalhe, referente a, reason, payment reason, motif, mensaje, mensagem, comentario',
  },
  {
    meaning: { is: 'reference' },
    words:
      'referencia, ref., factura, factura no., fatura, nota fiscal, nf, invoice, invoice no., pedido, orden de compra, reference, facture',
  },
  {
    meaning: { is: 'other' },
    words:
      'direccion, endereco, address, cep, codigo postal, c.p., fecha, fecha de nacimiento, data, data de nascimento, nacimiento, alias, swift, bic, iban, rg, vencimiento, vence, token, pin, contrato, ispb, moneda, moeda, currency, pais, country, sucursal, comuna, region, tipo, tipo de cuenta, tipo de conta, account type, soporte, radicado, protocolo, codigo, ruta, operacion, comprobante, saldo, cuenta origen, cuenta de origen, cuenta ordenante, cuenta de cargo, cuenta cargo, desde la cuenta, conta de origem, conta origem, conta debitada, compte debite, ordenante, remitente, emisor, pagador',
  },
  { meaning: { is: 'other-document' }, words: 'cnpj', countries: ['BR'] },
]
