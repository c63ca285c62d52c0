/** A catalog, compiled while the page is built: what any screen says, and what those say that load later (scripts/language/later-words.ts). */
declare module '*.json?compiled' {
  export const messages: Readonly<Record<string, import('#shared/language/translator.ts').Compiled>>
}

declare module '*.json?compiled-later' {
  export const messages: Readonly<Record<string, import('#shared/language/translator.ts').Compiled>>
}
