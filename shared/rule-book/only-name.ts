import type { MessageId } from '#shared/language/message.ts'
import type { Country, Given } from './country.ts'

/**
 * What the one name of the chosen type of beneficiary is called; undefined for one with a first and a last name.
 * Interface, part C, "Chile": beneficiaryType.
 */
export function onlyName({ beneficiaryTypes = [] }: Country, { beneficiaryType }: Given): MessageId | undefined {
  return beneficiaryTypes.find(({ code }) => code === beneficiaryType)?.onlyName
}
