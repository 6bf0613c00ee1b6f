import { useSyncExternalStore } from 'react'
import { createSession, type SessionState } from '#web/session.ts'
import { lastingStorage, passingStorage } from './storage.ts'

/** The session of this page. */
export const session = createSession({ lasting: lastingStorage, passing: passingStorage })

/** The session as a component sees it. */
export const useSession = (): SessionState =>
	useSyncExternalStore(session.subscribe, session.get, session.get)
