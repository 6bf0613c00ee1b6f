import { lazy } from 'react'
import { firstScreen } from '#web/app/first-screen.ts'

/** The shell's parts that come late: almost all of it only a voter sees. A page of a signed-in voter asks for them before it is drawn. */
export const loadVoterParts = () => import('./voter-shell.ts')

type Parts = Awaited<ReturnType<typeof loadVoterParts>>

const part = <Name extends keyof Parts>(name: Name) =>
	lazy(async (): Promise<{ default: Parts[Name] }> => ({ default: (await loadVoterParts())[name] }))

export const VoterBar = part('VoterBar')
export const SubpageHeader = part('SubpageHeader')
export const VoterNotices = part('LateNotices')
export const VoterSignOut = part('LateSignOut')

/** The note of a browser that stores nothing, which few need. */
export const NothingKept = lazy(async () => ({
	default: (await import('./nothing-kept.tsx')).NothingKept,
}))

/** Behind the first screen: whoever comes for the knowledge test shall not wait for it. */
export const VisitorSettings = lazy(async () => {
	await firstScreen
	return { default: (await import('./settings-link.tsx')).SettingsLink }
})
