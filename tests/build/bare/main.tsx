import { createFetch } from 'ofetch'
import * as v from 'valibot'
import { mount } from './mount.tsx'
import '../../../src/web/styles.css'

// Minimal sign-in page on these libraries, as a baseline for the size of /login.

const Reply = v.object({ token: v.string() })
const call = createFetch()

const signIn = async (form: FormData): Promise<void> => {
	const reply = await call('/api/auth/login', { method: 'POST', body: Object.fromEntries(form) })
	document.title = v.parse(Reply, reply).token
}

const Login = () => (
	<form action={signIn}>
		<input name="username" />
		<input name="password" type="password" />
		<button type="submit">Sign in</button>
	</form>
)

mount('/login', Login)
