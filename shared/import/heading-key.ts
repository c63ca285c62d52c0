import { folded } from '#shared/banks/folded.ts'
import { currencyDecimals } from '#shared/countries/rule-book.ts'

/**
 * A heading as it is compared: small letters without accents, the words of beneficiaryFirstName and of beneficiary_first_name alike, abbreviations
 * written out, plurals as one, without the words that say nothing. All of it where nothing else is left.
 */
export function headingKey(heading: string): string {
  return keyOf(wordsOf(heading), saysNothing)
}

/** The same without whose it is, as all is of the beneficiary: "cuenta del proveedor" is an account, but "tipo de beneficiario" no other type. */
export function keyWithoutOwner(heading: string): string {
  return keyOf(
    wordsOf(heading).filter((word) => !owners.has(word)),
    saysNothing,
  )
}

function keyOf(words: readonly string[], left: ReadonlySet<string>): string {
  const telling = words.filter((word) => !left.has(word))
  return (telling.length > 0 ? telling : words).join(' ')
}

/** The same without any mark between words: for names that are written as one. */
export function joinedKey(heading: string): string {
  return folded(heading).replaceAll(' ', '')
}

function wordsOf(heading: string): readonly string[] {
  const spaced = heading
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[/_.](?=\p{L})/gu, (mark) => (mark === '.' ? mark : ' '))
  return folded(withoutBrackets(spaced))
    .replace(/\be mail\b/g, 'email')
    .split(' ')
    .flatMap((word) => {
      const whole = writtenOut.get(word) ?? word
      return whole === '' ? [] : [stem(whole)]
    })
}

/** "Monto S/", "Cuenta [obligatorio]": text in brackets only explains, and so does the sign of a currency. */
function withoutBrackets(heading: string): string {
  const bare = heading.replace(/\([^()]*\)|\[[^[\]]*\]|[A-Za-z]{0,3}\$|\bS\//gu, ' ')
  return /[\p{L}]/u.test(bare) ? bare : heading
}

const writtenOut = new Map(
  Object.entries({
    nro: 'numero',
    num: 'numero',
    no: 'numero',
    n: 'numero',
    nº: 'numero',
    number: 'numero',
    numero: 'numero',
    nr: 'numero',
    cta: 'cuenta',
    ctas: 'cuenta',
    bco: 'banco',
    doc: 'documento',
    docto: 'documento',
    ident: 'identificacion',
    identif: 'identificacion',
    cod: 'codigo',
    cd: 'codigo',
    ag: 'agencia',
    acc: 'account',
    acct: 'account',
    ced: 'cedula',
    benef: 'beneficiario',
    ref: 'referencia',
    obs: 'observacion',
    obl: '',
    tel: 'telefono',
    vlr: 'valor',
    vr: 'valor',
    imp: 'importe',
    mail: 'email',
    correo: 'email',
    courriel: 'email',
    desc: 'descripcion',
    emp: 'empleado',
    prov: 'proveedor',
  }),
)

const saysNothing = new Set([
  ...Object.keys(currencyDecimals).map((code) => code.toLowerCase()),
  ...stems(`de del da do das dos la el los las lo o a os as the of for to du des le les l d en em y e et and u ou or para por su seu sua tu your votre vos
  au aux in numero obligatorio requerido required opcional optional bancaria bancario deposito interbancaria interbancario electronico electronica completa`),
])

const owners = new Set(
  stems(`beneficiario beneficiaria beneficiary beneficiaire destinatario recipient payee favorecido favorecida receptor proveedor fornecedor supplier vendor
  fournisseur cliente customer empleado employee trabajador funcionario colaborador payout`),
)

function stems(words: string): readonly string[] {
  return words.trim().split(/\s+/).map(stem)
}

function stem(word: string): string {
  return word.length > 4 && word.endsWith('s') ? word.slice(0, -1) : word
}
