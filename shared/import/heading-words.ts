import type { SheetField } from './sheet-field.ts'

/** What a heading may announce beside a field: a name that is whole or a part, by what other columns there are; two values in a cell. */
export type HeadingKind =
  | SheetField
  | 'some-name'
  | 'full-name'
  | 'last-then-first'
  | 'bank-and-account'
  | 'agency-and-account'
  | 'ignore'

/**
 * Headings of tables as companies keep them, beside the names of the interface, the labels of the form and the words of messages: small letters, no
 * accents, separated by commas. Words that say nothing (de, del, number, beneficiary …) may be left out.
 */
export const headingWords: Readonly<Partial<Record<HeadingKind, string>>> = {
  'some-name': 'nombre, nombres, nome, nom, name',
  'full-name':
    'beneficiario, beneficiary, beneficiaire, favorecido, recebedor, destinatario, titular, proveedor, fornecedor, supplier, vendor, fournisseur, empleado, employee, funcionario, trabajador, colaborador, payee, recipient, cliente, contractor, freelancer, full name, nombre completo, nome completo, nom complet, razon social, razao social, raison sociale, company, company name, empresa, account name, account holder, holder name, nombre y apellido, nombres y apellidos, nombre apellido, nome e sobrenome, prenom et nom, prenom nom, first and last name, first last name, nombre o razon social, nome ou razao social, nome razao social, nombre titular, nome titular, titular cuenta, titular conta, titulaire, titulaire compte, nombre cuenta',
  'last-then-first':
    'apellido y nombre, apellidos y nombres, apellidos nombres, apellido nombre, last name first name, last first, last first name, surname and name, nom et prenom, nom et prenoms, nom prenom, nom prenoms, sobrenome e nome, sobrenome nome, apellidos y nombre',
  beneficiaryFirstName:
    'primer nombre, primeiro nome, first name, given name, given names, firstname, forename, prenom, prenoms, fname, nombre pila, first',
  beneficiaryLastName:
    'apellido, apellidos, sobrenome, ultimo nome, last name, lastname, surname, family name, nom famille, lname, last, apellido paterno y materno, apellidos paterno y materno, segundo nome',
  documentType:
    'tipo documento, tipo doc, tip doc, tdoc, tipo identificacion, tipo id, doc type, document type, id type, type document, type piece, type piece identite, tipo documento identidad, clase documento, tipo doc identidad, td, tipo identidad',
  documentNumber:
    'documento, doc, numero documento, identificacion, document, id number, national id, tax id, piece identite, numero piece, cedula o nit, cedula nit, nit o cedula, nit cedula, nit cc, cc nit, dni ruc, ruc dni, dni o ruc, cpf cnpj, cedula ruc, ruc cedula, cedula o ruc, rut beneficiario, identity number, identificacion fiscal, documento identidad, documento identidade, carte identite, numero identificacion, ced, ci, cc, nro doc, numero doc identidad, doc identidad, id fiscal, num identificacion',
  email:
    'email, e mail, mail, correo, correo electronico, correo e, courriel, adresse email, adresse electronique, direccion correo, email address, e mail address, endereco email',
  phone:
    'telefono, telefone, telephone, phone, phone number, celular, movil, mobile, tel, fone, whatsapp, numero telefono, numero celular',
  city: 'ciudad, cidade, city, ville, municipio, localidad, town',
  amount:
    'monto, importe, valor, amount, montant, quantia, monto pagar, valor pagar, importe pagar, amount pay, payment amount, monto pago, valor pago, valor pagamento, importe pago, montant payer, montant paiement, neto, neto pagar, liquido, liquido pagar, valor liquido, valor neto, importe neto, monto neto, monto transferir, valor transferencia, importe transferencia, total pagar, sueldo neto, salario neto, salario, sueldo, salaire, salaire net, net pay, net amount, cantidad, total, abono, monto abono, valor abono, honorarios, valor total, monto total, importe total, salario liquido, montant net, somme, payout amount, a pagar',
  currencyCode:
    'moneda, moeda, divisa, currency, devise, monnaie, ccy, currency code, codigo moneda, tipo moneda, moneda pago, cod moneda, mon, code devise',
  country:
    'pais, country, pays, pais destino, country code, codigo pais, code pays, pais banco, pais beneficiario, destination country, nacion, pais residencia, pais cuenta, cod pais',
  bankName:
    'banco, bank, banque, nombre banco, nome banco, nom banque, bank name, codigo banco, bank code, code banque, cod banco, banco destino, entidad, entidad bancaria, entidad financiera, institucion, institucion financiera, instituicao, instituicao financeira, etablissement, banco receptor, banco receptora, banco beneficiario, bco, cod bco, num banco, institucion bancaria, banco abono, codigo entidad, codigo institucion',
  accountAgencyNumber:
    'agencia, ag, agency, branch, branch code, agence, code agence, code guichet, guichet, numero agencia, codigo agencia, sucursal, oficina, cod agencia, agencia sem digito',
  accountNumber:
    'cuenta, cta, conta, account, compte, numero cuenta, numero conta, account number, numero compte, cuenta bancaria, conta bancaria, cuenta destino, conta destino, cuenta abono, cuenta beneficiario, bank account, account no, acc, acct, compte bancaire, conta com digito, conta corrente com digito, cuenta deposito, cuenta pago, producto, numero producto, numero producto destino, tarjeta o cuenta, conta dv, cuenta clabe o tarjeta, clabe o tarjeta, cbu o cvu, cbu cvu, cbu alias, mobile money, numero mobile money, momo, momo number, wallet, wallet number, mobile wallet, cuenta o cci, cuenta cci',
  payoutAccountTypeCode:
    'tipo cuenta, tipo conta, account type, type compte, tipo cta, tipo producto, clase cuenta, type account, tipo cuenta destino, tipo producto o servicio, acct type, kind account',
  externalReference:
    'referencia, ref, reference, external reference, referencia externa, referencia cliente, factura, numero factura, invoice, invoice number, facture, numero facture, nota fiscal, nf, folio, pedido, orden, orden pago, orden compra, order, order id, payment id, id pago, id pagamento, identificador, transaction id, id transaccion, referencia pago, numero referencia, id externo, external id, your reference, id interno, id interna, codigo interno, internal id, comprobante, ref interna, referencia interna, internal reference, numero operacion, ref externe',
  NotificationUrl:
    'webhook, webhook url, notification url, callback, callback url, url notificacion, url notificacao, url notification, notify url, ipn',
  PaymentReason:
    'motivo, concepto, concepto pago, motivo pago, motivo pagamento, razon, razon pago, glosa, descripcion, descricao, description, detalle, detalhe, reason, payment reason, motif, motif paiement, motif virement, memo, purpose, payment purpose, objeto, libelle, finalidade, asunto, mensaje, concept, leyenda, historico, detail, details',
  recipientPixKey:
    'pix, chave pix, chave, clave pix, pix key, cle pix, llave pix, chave pix destinatario, tipo chave pix valor, chave do pix',
  testMode: 'test mode, modo prueba, modo teste, mode test, test, prueba, teste',
  TermsApproved:
    'terms approved, terms, terminos aceptados, termos aceitos, conditions acceptees, acepta terminos, acepta condiciones',
  beneficiaryType:
    'beneficiary type, tipo beneficiario, tipo persona, tipo pessoa, type beneficiaire, person type, tipo cliente, persona natural o juridica, naturaleza, natural juridica, type personne, pf pj, entity type, tipo proveedor',
  note: 'nota, notas, note, notes, observacion, observaciones, observacao, observacoes, obs, comentario, comentarios, comments, comment, remarks, remarque, remarques, commentaire, commentaires, observation, observations',
  method:
    'metodo pago, forma pago, metodo, payment method, method, metodo pagamento, forma pagamento, mode paiement, medio pago, tipo pago, payout method, via, modalidad, tipo pagamento, tipo transferencia, modalite paiement, methode paiement',
  'bank-and-account':
    'banco y cuenta, banco cuenta, banco e conta, banco conta, bank and account, bank account number and bank, banque et compte, banque compte, bank account details, datos bancarios, dados bancarios, donnees bancaires, cuenta y banco, cuenta banco, conta e banco, banco cta, coordonnees bancaires, bank details',
  'agency-and-account':
    'agencia e conta, agencia conta, ag e conta, ag conta, ag cc, agencia cc, agencia y cuenta, agencia cuenta, agency and account, ag cta',
  ignore:
    'not saved because, no se guardo porque, nao salva porque, non enregistree parce que, numero, item, linea, fila, row, orden fila, indice, index, fecha, date, data, fecha pago, payment date, data pagamento, date paiement, fecha vencimiento, data vencimento, due date, vencimiento, direccion, endereco, address, adresse, codigo postal, cep, zip, postal code, code postal, fecha nacimiento, data nascimento, date of birth, birth date, naissance, area, departamento, department, departement, cargo, puesto, position, poste, funcion, funcao, centro costo, centro custo, cost center, centre cout, sucursal empresa, estado, status, statut, situacao, banco origen, cuenta origen, conta origem, source account, compte debite, cuenta cargo, cuenta ordenante, cuenta debito, swift, bic, iban, ispb, rg, alias, supervisor, manager, gerente, bruto, salario bruto, sueldo bruto, gross, descuento, descuentos, desconto, descontos, deduction, deductions, retencion, retenciones, iva, tax, impuesto, imposto, dias, horas, hours, dias trabajados, tasa, tipo cambio, exchange rate, comision, fee, codigo empleado, codigo proveedor, matricula, legajo, employee id, vendor id, sexo, genero, gender, edad, age, firma, signature, mes, month, mois, periodo, period, quincena, semana, codigo, cod, clave',
}
