import { loadLanguage } from '../language/catalog.ts'

// As web/app/main.tsx does before it renders.
await loadLanguage()
