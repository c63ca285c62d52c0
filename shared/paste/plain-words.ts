import { foldedText } from './pasted-text.ts'

/** Words of the four languages that messages about payments are made of: where one is, no name goes on. Folded. */
const plainWords = new Set(
  `
  seu sua vizinha vizinho tio tia mlle lcda lcdo arq prof profe eng licda maestro maestra its im ive thats cest jai cet ele ela eles lhe pra pro tb tbm aqui ali nao sim av calle rua jr carrera cra barrio bairro col colonia depto piso local km lote nin id card ghana branch ref obs nota att
  abajo abeg abencoe abonen abono about abraco abracos abrazo abril aca acc account accounts acct aceitamos aclaracion acompte acordado
  acrediten acrilicas acta actualizados actualizar acuerdo address adjunto adjuntos administracion administrativa administrativo advance
  aeroporto afternoon again against agencia agendada agora agosto agrario agreed agregamos ahi ahora ahorita ahorro ahorros ainda airtel
  ajudantes albanil albanileria aleatoria algo alias almuerzo almuerzos already alta amafaranga amanha amazina amiga amount ancien and ando
  ano anota ante antecedentes anterior anteriormente antes anticipo anticipos anymore aparte apellido apellidos apertura aplica app apprentice
  april apt apuro aqui are area arena arreglos arriendo ars artistico ascensor aseo asi asique asistente assinado atencion atenciosamente
  atenta atentamente atole att attached atte audio august aula austro autorizacion autorizada autorizo auxiliar avec avisa avisarme avisas
  ayer aza azteca baisse baja balance banamex bancarios banco bank banking banorte banque bear beaucoup becaria because before beleza below
  bem bendiciones beneen beneficiaria beneficiario best bien bless block bloquea bloqueada boa bodega boleta boleto bolos bom bonjour bonsoir
  bordados borra borrala borrela borrelo boss branch brl bruto buen buena buenas bueno buenos but cache cada caiu caixa caixas caja call
  called cambio camion campo campos can cancelada cancelarle cancele cancelei capturada caratula carga cargado carretera casa casi casino
  catering catorce causa cbu cci cedula cel celular cemento cento ceremonia cero cerrada cerrados cerramiento cerraron cerre certificacion
  certificamos certo chamba charge charges chau chauffeur chave checking chefe cheque cher chere chez chiquillos cidade ciento ciment cinco
  cincuenta cinquenta city ciudad clabe cle cleaner cleaning cliente closed clp cnpj cobran cobrar cobro code colaborador colacion colombiana
  color columna com combinado comision comisiones comissao como companero compania company comparto completo compra comprobante comprovante
  comptable compte comunica comunicacion comunicarse con concepto conductores conferir confidencial confidenciales confirmar confirmas
  confirmen congelaron consignado consignando consigne constancia consultas consumo conta contabilidad contabilidade contable contadora conter
  contesto contratistas contrato conversado cooking coop cooperativa coordinadora cop copia copie copiei copio cor cordial cordiales
  cordialmente correcto corregida corrente correo corresponde correspondiente correto corridas corriente cortado cosa costo cotizado courses
  cpf crazy credito creditor ctvs cual cualquier cuando cuanto cuarenta cuatro cuatrocientos cuenta cuentas cuentita cuento cuil cuit curp
  current cvu dada dados das data date datos daviplata days dcto dear debe debes debito debo december decile decime deje dejo delay dele
  delivree demora departamento deposer deposit deposita depositale depositame depositar deposite depositele depositeme depositen deposito der
  des descarga descontada descuento desde desea despacito despues destinatario details detraccion detracciones devis devolucion devolver
  devuelva devuelven dey dezembro dia diaria dias dic dice diciembre dicto diecinueve diecisiete diem dieron diesel diez dig digital digitos
  dije dijeron dijimos dire direccion director disculpe discussed diseno dispersar disposicao diste dit divide dni doctor doctora documento
  dois dolares dolaritos domicilio don dona donde done donner dont dormant doscientos doy dr dra duas dudas due duvida duzentos e ecuatoriana
  edicion efectivo ejecutivo el ela elfu ella em email embargado embolatada emision emisor emite emiti emitido empaque empresa en encerrada
  encuentra endereco ending enero eni entao entonces entre entrega entregar entreprise entretien enumerators enviar envio equipo era eran
  error es esa escaneada escribe escribio escribo escrito ese eso espera esposo essa est esta estaba estampadas estava este estimada estimadas
  estimado estimados estos estou estoy eu evening evento excel exclusivamente existe expedicion expensas ext extiende extranjeria
  extraordinarias fachada facil fact factura facturara facturas facture faire falta faltan familiar favor favorecida favorecido febrero
  february fecha fechou fee feira feria festa ficha ficou field figura filha final financeiro financiero finca find finiquitos finish firma
  firme fiscal fiscales fittings flete florales foi for formulario fornecedor fotos frais fraude freela frete from frs frw fue fueron fui
  fumigacion funciona ganaron garantia gasolina generator gerencia gerente get girarle giras giro good got gracias grand gravada groete guia
  guichet habla hace hacela hacen hacer haces haciendo haganlo hamsini has have hay hein hela hello here hermana hermano hi hice hicimos hija
  hijo hizo hoje hola holaaa holder homebanking honorario honorarios hotel hoy husband iban ibirayi ida identificado igv ile illustrations
  imbuto imeshuka impermeabilizada importe imprima inchallah incl incluian incluido informacao informacion informado informar ing ingeniero
  inscritas interbancaria interesado intereses interno interprete inv invoice iphone iquitos irmao issue iva jaja january jardinero jefa jefe
  jerrycans jina jours joven jue jueves july june junio junto juntos just juventud kaka kind kindly kkkk know kwa kwenye la laki lancha las le
  lease les letter levy lic licenciada limit limpeza line liquido litakuja litatokea llama llaman llave llegan llego llenos logistics logo los
  lost luego lui lukas lun lunes madam madame maestro mafuta mail mais making mal mama manana manda mandale mandar mande mandes mando mandou
  mano mantenimiento maqueta mar march marido martes marzo mas master material materno may mayo mayor mbao mbili me media medio meia meio
  mejor membresia meme mencionados menos mensagem mensaje menu mercado merci mes mesmo message messieurs metade meu meus mi mia mie mientras
  miercoles mil millon millones mim minga minha minus mio mire mis misma mismo mme mmm mobile moca momo mon money monsieur montage montaje
  montant monto morning motion motivo motor motorista movilidad moza mpesa mr mrs ms msm muchachas muchas mucho musicos must mxn mzigo na
  namba name names nano nao naomba necesario necesitamos nem nequi neto new neza nilishapokea nimefika nina nit no noche noches noite noites
  nom nomas nombre nome nomina normal nos nosotros not nota notario notificacion notre nous nouveau nov nove novecientos november novembro
  noviembre now nro nubank nuestra nueva nueve num number numerica numero nusu o obra obrigada obrigado ochenta ocho ochocientos oct october
  octubre ocupa oga oi oil oito ola old once onda one only ontem onze operative orange orden other otra otro ou our out outra outubro own oxxo
  paciente pagamento pagamentos pagan pagar pagnes pago pagos pague paguen paiement pais papas para parrilla parte particulars parts pas
  pasado pasajeros pasale pasame pasar paso passa passe passou passport paterno patrao patron patrona pay payment peage peajes pedagio pedido
  pelado pelo pen pendiente pendientes per perai percussionista perdon periodo peritos permite pero person persona personal pesitos pesos peux
  phone pide piden pinatas pinto pix planilla planta plazo please plin pls plumber plus poa pode poder pollos polytank pone ponle por porfa
  porfis porque portugues posada pote poup poupanca pour pouvez pra precisar preferes pregunta premio presente prestador prestation previous
  prezada prezado prezados primer primera pro produbanco producto productos profe profesional progresista propietaria propria proveedor
  provisorio pueblo puede pueden puedes puedo puertas pues pulseras punto quarenta quarta quatro que queda quedamos quedan quedaron quedo
  quien quince quincena quinientos quinta quitale quotation ramal rancagua rate reais rebota reboto recepcion receptor recibo reclame
  recolhido redondeo reel reembolsar reembolso reembolsos reenviado reenvio ref referencia reforzada refresco refrigerio refund regards
  registered registro reintegrar reintegro remain remeras remind removed rendimos renta repair repartos reportado reporte representante
  requisito rescisorias respondo responsable resto resuelve retencion retenciones retido rfc robada rodoviaria routing ruc rwf sabado saca
  sacos sacs sala salary saldo sale saludar saludo saludos salut sana sao savings sea secretaria secretariat segue seguem segun segunda sei
  seis semana sena senal send senor senora senores senorita separadas september septiembre ser sera serian servicio servicios servicos sesenta
  setecentos setecientos setembro setenta setor sexta shop show siempre siendo siete sigue siguiente siguientes sillas sin since sir sistema
  sister six sobre sobrino social sociedad soit sola soles solicitado solicitud solo somar somos son sonido sont sort sorteo sou soy sr sra
  sres srta statements stp stuff subject subtotal sucursal supervielle sur surname sus suspension svp swift tailleur tal taller tamales tanto
  taper tarde tardes tarjeta tatu taxi te team techo tel telefonicamente telefono televisor tem temporales tenemos tener tenes tengo tenho
  tenia terca tercero terminacion tesoreria tesouraria thank thanks that the them themanini they think this tiene till titulacion titular
  titularidad tmb todavia todo toi toldo tomador torre tortas total toucas trabaja trabajaron trabajo trabalho traduccion tramo tranquilo
  transcribo transf transferencia transferencias transferile transferir transfiera translation transport trasladamos trasteo travelling
  treinta tres trescientos tricycle trinta troquei tudo tuonane turmas two uala uds uitume ultima ultimo una unas under une unitumie universal
  uno update urgente usa usafiri usar usd use uso usted ustedes valeu valide valor valorizacion van vcs veces veci vecina veinte veinticuatro
  veintidos veintiseis veintitres veintiun veio vence vendor venezolano venta veracidad verbas verificacao verificacion verificar verified vez
  via viaje viajes viaticos video viernes vigente virement vista viu vivo voici vole votre vous vuelta vuelva wallet was watchman wave week
  weeks wena whatever whats whatsapp when who will with without work workmanship works writing y yangu yape yapea yapeame yet yo yoon yote you
  your yuca zero
  `
    .trim()
    .split(/\s+/),
)

export function isPlainWord(word: string): boolean {
  const folded = foldedText(word)
  return (
    plainWords.has(folded.replace(/[^a-z]/g, '')) || (/^[cdjlmnst]['’]/.test(folded) && plainWords.has(folded.slice(2)))
  )
}
