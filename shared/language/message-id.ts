import type en from './en.json'

/** Names one message of the catalogs: every sentence of the product stands there, under one id in all languages. */
export type MessageId = keyof typeof en
