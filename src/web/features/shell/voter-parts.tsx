import { lazy } from 'react'

/** The shell's parts that only a voter sees. A page of a signed-in voter asks for them before it is drawn. */
export const loadVoterParts = () => import('./voter-shell.ts')

export const VoterBar = lazy(async () => ({ default: (await loadVoterParts()).VoterBar }))
export const SubpageHeader = lazy(async () => ({ default: (await loadVoterParts()).SubpageHeader }))
