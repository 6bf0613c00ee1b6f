import { lazy } from 'react'

/** The shell's parts that only a voter sees. A page of a signed-in voter asks for them before it is drawn. */
export const loadVoterParts = () => import('./voter-shell.ts')

type Parts = Awaited<ReturnType<typeof loadVoterParts>>

const part = <Name extends keyof Parts>(name: Name) =>
	lazy(async (): Promise<{ default: Parts[Name] }> => ({ default: (await loadVoterParts())[name] }))

export const VoterBar = part('VoterBar')
export const SubpageHeader = part('SubpageHeader')
export const VoterNotices = part('LateNotices')
export const VoterSignOut = part('LateSignOut')
