import { type Issue, issueOn } from '#shared/api/issue.ts'
import { isOneSlip } from '#shared/language/one-slip.ts'
import { codePointOf } from '#shared/rule-book/look-alikes.ts'

/** What looks wrong with an e-mail address that has the form of one, as a contact or as a Pix key. */
export function mailDoubts(field: string, address: string): readonly Issue[] {
  const foreign = plain.test(address) ? undefined : /(?!\p{Script=Latin})\p{L}/u.exec(address)?.[0]
  const stray = foreign ?? maskedBy.exec(address)?.[0].charAt(0)
  if (stray !== undefined) return [issueOn(field, 'foreign_letter', { letter: stray, codePoint: codePointOf(stray) })]
  const domain = address.slice(address.lastIndexOf('@') + 1)
  const meant = domainMeant(domain.toLowerCase())
  return meant === undefined ? [] : [issueOn(field, 'mail_domain', { domain, meant })]
}

/** Characters that replace hidden letters where this app and many others list an address. */
const maskedBy = /[…⋯•●∙·]|\*{3}|\.{3}/

const plain = /^[\x20-\x7e]*$/

/** The address with the domain that was probably meant. */
export function withDomain(address: string, domain: string): string {
  return address.slice(0, address.lastIndexOf('@') + 1) + domain
}

/** The domain that a slip of the keyboard was meant as: "gmail.com" for "gmial.con". Undefined where nothing speaks for a slip. */
export function domainMeant(domain: string): string | undefined {
  const [host = '', ...endings] = domain.split('.')
  const ending = endings.join('.')
  const provider = providerMeant(host)
  const isWrong = wrongEndings.has(endings.at(-1) ?? '')
  if (provider === undefined) return isWrong ? `${[host, ...endings.slice(0, -1)].join('.')}.com` : undefined
  const { name, domains } = provider
  const meant = domains.find((known) => known === ending) ?? (isWrong || cutEndings.has(ending) ? 'com' : undefined)
  // Only one domain of such a provider is in use by the public; another domain of the same beginning may belong to a company.
  const fallback = domains.length === 1 && name === host ? domains[0] : undefined
  const end = meant ?? fallback
  return end === undefined || `${name}.${end}` === domain ? undefined : `${name}.${end}`
}

interface MailProvider {
  readonly name: string
  /** What follows the name. */
  readonly domains: readonly string[]
}

const spanish = ['com', 'es', 'fr', 'com.ar', 'com.br', 'com.mx', 'com.co', 'com.pe', 'com.ve', 'cl', 'it', 'co.uk']

/** The providers of free mail that people of the region use most, with the ends of their domains. */
const providers: readonly MailProvider[] = [
  { name: 'gmail', domains: ['com'] },
  { name: 'hotmail', domains: spanish },
  { name: 'outlook', domains: spanish },
  { name: 'yahoo', domains: [...spanish, 'co.za', 'com.ng'] },
  { name: 'icloud', domains: ['com'] },
  { name: 'live', domains: spanish },
  { name: 'protonmail', domains: ['com', 'ch'] },
]

/** Endings that no country and no organisation has: "con", "cmo". */
const wrongEndings: ReadonlySet<string> = new Set('con cmo ocm cim vom xom comm coom cpm cok conm comn'.split(' '))

/** Endings that exist, but behind these names are a slip. */
const cutEndings: ReadonlySet<string> = new Set('co cm om m c'.split(' '))

function providerMeant(host: string): MailProvider | undefined {
  return providers.find(({ name }) => name === host) ?? providers.find(({ name }) => isSlipOf(host, name))
}

/** The first letter is right: mail.com and email.com are other providers. */
function isSlipOf(host: string, name: string): boolean {
  return name.length >= 5 && host[0] === name[0] && isOneSlip(host, name, (own, typed) => own === typed)
}
