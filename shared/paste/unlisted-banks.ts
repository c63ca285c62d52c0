import type { PastedText, Span } from './pasted-text.ts'

/** Banks and wallets of Africa as people write them: the interface shows no codes, so the name is what is entered. */
const names =
  'access bank, access, gtbank, gt bank, guaranty trust bank, first bank, firstbank, uba, zenith bank, zenith, union bank, fidelity bank, fidelity, sterling bank, wema bank, polaris bank, kuda, opay, palmpay, moniepoint, fcmb, stanbic ibtc, stanbic bank, stanbic, providus bank, equity bank, equity, kcb bank, kcb, co-operative bank, cooperative bank, co-op bank, coop bank, ncba bank, ncba, absa bank, absa, dtb, i&m bank, family bank, m-pesa, mpesa, airtel money, tigo pesa, tigopesa, mixx by yas, halopesa, t-kash, mtn momo, mtn mobile money, mtn money, momo, mobile money, mtn, telecel cash, vodafone cash, airteltigo money, gcb bank, gcb, ecobank, cal bank, calbank, fidelity bank ghana, adb, crdb bank, crdb, nmb bank, nmb, nbc bank, exim bank, centenary bank, centenary, dfcu bank, dfcu, stanbic bank uganda, bank of kigali, bk, i&m bank rwanda, bpr, cogebanque, orange money, om, wave, free money, moov money, moov africa, moov, coris money, coris bank, coris, boa, bank of africa, bicis, bicici, sgci, societe generale, sib, nsia banque, nsia, cbao, bhs, banque atlantique, uba cameroun, afriland first bank, afriland, bicec, scb cameroun, sgc, express union, fnb, first national bank, standard bank, capitec bank, capitec, nedbank, tymebank, tyme bank, discovery bank, investec, african bank, standard chartered, stanchart'
    .split(', ')
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/ /g, '[ ]').replace(/[&]/g, '[ ]?&[ ]?'))

const known = new RegExp(
  `(?<![\\p{L}\\p{N}@.])(?:${names.join('|')})(?:[ ](?:bank|nigeria|ghana|kenya|uganda|rwanda|tanzania|senegal|cameroun|cote[ ]d.ivoire|ci|burkina(?:[ ]faso)?|plc|ltd))?(?![\\p{L}\\p{N}@])`,
  'gu',
)

/** A name with "Bank" or "Banque" in it that no list has. */
const other =
  /(?<![\p{L}&'-])(?:(?:\p{Lu}[\p{L}&'-]{1,20}[ ]){1,3}(?:Bank|Banque)(?:[ ](?:of[ ])?\p{Lu}[\p{L}-]{1,20})?|(?:Banque|Bank)(?:[ ](?:de|du|of|la|des|pour|le)){0,2}(?:[ ]\p{Lu}[\p{L}'-]{1,20}){1,4})/gu

export function unlistedBanks({ folded, plain }: PastedText): readonly Span[] {
  const spans = [...folded.matchAll(known), ...plain.matchAll(other)].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }))
  return spans.filter(
    (own) =>
      !spans.some(
        (one) =>
          one !== own && one.start <= own.start && one.end >= own.end && one.end - one.start > own.end - own.start,
      ),
  )
}
