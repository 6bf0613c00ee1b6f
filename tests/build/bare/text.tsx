import { useEffect, useState } from 'react'
import { mount } from './mount.tsx'
import '../../../src/web/styles.css'

// Minimal page that fetches one text, as a baseline for the time to the first policy of /test.

const Test = () => {
	const [text, setText] = useState<string | null>(null)
	useEffect(() => {
		const load = async (): Promise<void> => {
			const reply = await fetch('/text.json')
			setText(((await reply.json()) as { readonly text: string }).text)
		}
		load().catch(reportError)
	}, [])
	return text === null ? null : <button type="button">{text}</button>
}

mount('/test', Test)
