/** A catalog, compiled when the page is built: the first messages of all screens, and those that load later (scripts/language/later-words.ts). */
declare module '*.json?compiled' {
  export const messages: Readonly<Record<string, import('#shared/language/translator.ts').CompiledMessage>>
}

declare module '*.json?compiled-later' {
  export const messages: Readonly<Record<string, import('#shared/language/translator.ts').CompiledMessage>>
}
