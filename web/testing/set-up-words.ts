import { loadLanguage, loadLaterWords } from '../language/catalog.ts'

// As web/app/main.tsx does before it renders.
await loadLanguage()
await loadLaterWords()
