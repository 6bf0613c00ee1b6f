export { Demographics } from './demographics.tsx'
export { Results } from './results.tsx'
