export { LateNotices, LateSignOut } from './late-parts.tsx'
export { SubpageHeader } from './subpage-header.tsx'
export { VoterBar } from './voter-bar.tsx'
