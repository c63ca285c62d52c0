import type { Layout } from './layout.ts'
import type { PastedText, Span } from './pasted-text.ts'

/** What words say of the values around them: whose they are, and whether they still hold. */
const cueWords = {
  /** No longer valid. */
  old: 'no (?:valen?|sirven?|usar|uses|usen|use)|(?:ya )?no (?:lo |la |es )?(?:uso|va mas|funciona|existe|es mio|es mia)|ya no|anti(?:g|gu|qu)[oa]s?|viej[oa]s?|velh[oa]s?|anterior(?:es)?|anciens?|anciennes?|old|former|previous|(?:nao|ne) (?:vale|usar|uses?|usem|serve|funciona|mande|e)|nao e mais|plus valables?|not valid|no longer|not|do not use|don.t use|cancel(?:ad[oa]s?|ei)|cerrad[oa]s?|cerre|encerrad[oa]s?|encerrei|fechad[oa]|bloquead[oa]s?|desactivad[oa]s?|desativad[oa]s?|inactiv[oa]s?|inativ[oa]s?|closed|cancelled|canceled|dormant|blocked|de baja|embargad[oa]|ya (?:le|les) pag\\p{L}+|me la robaron|vole|perdi|lost|rebot[oa]|vencid[oa]|en vez de|instead of|em vez de|au lieu de|equivocad[oa]|errad[oa]|wrong',
  /** The one to take. */
  current:
    'nuev[oa]s?|nov[oa]s?|actual(?:izad[oa])?s?|atual(?:izad[oa])?s?|ahora|agora|new|current|below|maintenant|nouveaux?|nouvelle|correct[oa]s?|corret[oa]s?|buen[oa]|ess[ae] aqui|usa(?:r)? est[ae]|usa essa|use this',
  /** Of who pays. */
  payer:
    'cliente|clientes|tomador(?:a)?|receptor(?:a)?|pagador(?:a)?|facturar a|facturado a|a nombre de ustedes|senor(?:es)?|sres|adquir(?:i)?ente|contratante|empresa contratante|ordenante|remitente|bill(?:ed)? to|customer|client|debtor|emitid[oa] a|origen|origem|solicitante|comprador(?:a)?|para pagar a|destinatario de la factura|dest\\.',
  /** Of who is paid. */
  payee:
    'emisor(?:a)?|prestador(?:a)?|proveedor(?:a)?|fornecedor(?:a)?|beneficiari[oa]|favorecid[oa]|titular|beneficiary|payee|vendor|supplier|holder|recebedor(?:a)?|emitente|cedente|a nombre de|en nombre de|no nome de|em nome de|in the name of|au nom de|nombre es|sale|sale a nombre|aparece|chamad[oa]|jina|amazina|le nom',
  /** Of who writes. */
  self: 'soy|sou|je suis|i am|i.m|me llamo|meu nome|mi nombre|my name|aqui e|habla|aca|yo|eu|mi|mis|meu|minha|meus|my|mon|ma|mes|mia|mio|mine',
  /** Of a person other than who writes. */
  relative:
    '(?:m[iy]|su|tu) (?:espos[ao]|marido|mujer|senora|herman[ao]|mama|mami|madre|papa|padre|hij[ao]|soci[ao]|tio|tia|novi[ao]|suegr[ao]|prim[ao])|m(?:eu|inha) (?:espos[ao]|marido|mulher|irma[o]?|mae|pai|filh[ao]|soci[ao]|ti[ao]|namorad[ao])|my (?:wife|husband|brother|sister|mother|father|son|daughter|partner)|ma (?:femme|soeur|mere|fille)|[yeo]\\/o|e\\/ou|and\\/or|mon (?:mari|frere|pere|fils)',
  /** A sum of all, or what is left to pay. */
  total:
    'total|en total|no total|quedan?|quedo|son|sao|serian?|seriam|ficou|fica|faltan?|resta(?:n)?|remains?|remain|saldo|neto a pagar|liquido|a pagar|amounting|making|donc|soit|sum|pagar(?:me)?|deposit(?:a|e|ar)(?:me)?|transferir|transfiere|enviar?|mandar?|send|envoyer|payer|pay|cobrar|o sea',
  /** The price of one, or a sum that is not to be paid. */
  part: 'c/u|cada|each|chacun|por persona|iva|igv|iss|ret(?:encion)?|descuento|desconto|adelanto|sena|anticipo|ya (?:me |le |se )?pag(?:o|ue|aron|aste)|debia|te debo|nao somar|no sumar|ja pago|already|paid|dcto|neto|subtotal|base|multa|interes',
} as const

type CueKind = keyof typeof cueWords

const kinds = Object.keys(cueWords)
  .toSorted()
  .flatMap((kind) => (isKind(kind) ? [kind] : []))

function isKind(kind: string): kind is CueKind {
  return Object.hasOwn(cueWords, kind)
}

const patterns = new Map(
  kinds.map((kind) => [kind, new RegExp(`(?<![\\p{L}\\p{N}])(?:${cueWords[kind]})(?![\\p{L}\\p{N}])`, 'gu')] as const),
)

/** The words of a message that say something of others, by what they say. */
export type Cues = ReadonlyMap<CueKind, readonly Span[]>

/** A message has fewer; what looks at each of them stays quick. */
const mostCues = 60

export function cuesIn({ folded }: PastedText): Cues {
  return new Map(
    [...patterns].map(([kind, pattern]) => [
      kind,
      [...folded.matchAll(pattern)]
        .slice(0, mostCues)
        .map(({ 0: words, index }) => ({ start: index, end: index + words.length })),
    ]),
  )
}

/** How far a cue reaches within its sentence, in characters. */
const reach = 60

/** What the words in the sentence of a stretch say of it: `old<` before it, `old>` behind it. */
export function cueFeatures(cues: Cues, layout: Layout, { start, end }: Span): readonly string[] {
  const sentence = layout.sentenceAt(start)
  const features: string[] = []
  for (const [kind, spans] of cues) {
    const near = spans.filter((cue) => cue.start >= sentence.start && cue.end <= Math.max(sentence.end, end))
    if (near.some((cue) => cue.end <= start && start - cue.end <= reach)) features.push(`${kind}<`)
    if (near.some((cue) => cue.start >= end && cue.start - end <= reach)) features.push(`${kind}>`)
  }
  return features
}
