/** Why the store cannot be used, in words for the person who starts the program; they can mend it. */
export class StoreError extends Error {}
