export { SubpageHeader } from './subpage-header.tsx'
export { VoterBar } from './voter-bar.tsx'
