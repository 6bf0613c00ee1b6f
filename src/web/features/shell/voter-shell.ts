export { LateNotices, LateSignOut } from './lazy-parts.tsx'
export { SubpageHeader, VoterBar } from './voter-bar.tsx'
