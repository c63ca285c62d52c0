/** A catalog, compiled while the page is built. */
declare module '*.json?compiled' {
  export const messages: Readonly<Record<string, import('#shared/language/translator.ts').Compiled>>
}
