import { Dexie } from 'dexie'
import { createFetch } from 'ofetch'
import * as v from 'valibot'
import { mount } from './mount.tsx'
import '../../../src/web/styles.css'

// Minimal page with a device store on these libraries, as a baseline for the size of /test.

const Session = v.object({ sessionId: v.string() })
const call = createFetch()
const db = new Dexie('bare')
db.version(1).stores({ sessions: 'sessionId' })

const begin = async (): Promise<void> => {
	const reply = await call('/api/policy-knowledge-test/start', { method: 'POST' })
	const session = v.parse(Session, reply)
	await db.table('sessions').put(session)
	document.title = session.sessionId
}

const Test = () => (
	<button type="button" onClick={begin}>
		Begin
	</button>
)

mount('/test', Test)
