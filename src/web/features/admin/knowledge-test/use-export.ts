import { useEffect, useRef, useState } from 'react'
import { feedback } from '#contract/feedback.ts'
import type { Failure } from '#http/failure.ts'
import { knowledgeTest } from '#web/texts/admin/knowledge-test.ts'
import { toast } from '#web/ui/toasts-show.ts'
import { useQuestion } from '#web/ui/use-question.ts'
import { datedName } from '../csv/save-csv.ts'
import { openFile } from '../download/open-file.ts'
import { type Received, receive } from '../download/receive.ts'
import { chooseSink, type Sink } from '../download/sink.ts'
import { faultText } from '../faults.ts'
import type { Direction } from './place.ts'

const texts = knowledgeTest.everything

/** What is said of an export that is over. */
interface Said {
	readonly text: string
	readonly good: boolean
}

export interface Exporting {
	/** How many bytes have come; null where nothing is under way. */
	readonly bytes: number | null
	readonly said: Said | null
	run(direction: Direction): void
	cancel(): void
}

const WORDS: Readonly<Record<Exclude<Received, 'whole'>, string>> = {
	'broken-off': texts.brokenOff,
	'not-written': texts.notWritten,
}

const bad = (text: string): Said => ({ text, good: false })

const refused = (failure: Failure): Said => bad(faultText(failure, texts.failed))

/** Has the server write everything into a sink. @param onBytes hears how much has come. */
const fetchInto = async (
	sink: Sink,
	name: string,
	direction: Direction,
	signal: AbortSignal,
	onBytes: (all: number) => void,
): Promise<Said> => {
	const opened = await openFile(feedback.export, { query: { sortDirection: direction } }, signal)
	if (!opened.ok) {
		await sink.abort()
		return signal.aborted ? bad(texts.cancelled) : refused(opened.error)
	}
	const received = await receive(opened.value, sink, onBytes)
	if (received === 'whole') return { text: texts.saved(name), good: true }
	return bad(signal.aborted ? texts.cancelled : WORDS[received])
}

/** The export of all feedback: one at a time, to be cancelled, and given up where its page is left. */
export const useExport = (): Exporting => {
	const [bytes, setBytes] = useState<number | null>(null)
	const [said, setSaid] = useState<Said | null>(null)
	const under = useRef<AbortController | null>(null)
	useQuestion(bytes !== null)
	useEffect(
		() => () => {
			if (under.current === null) return
			under.current.abort()
			toast(texts.cancelled)
		},
		[],
	)
	const act = async (direction: Direction, { signal }: AbortController): Promise<void> => {
		const name = datedName('feedback_all', Date.now())
		const sink = await chooseSink(name, feedback.export.file.type)
		if (sink === null) return
		setBytes(0)
		setSaid(await fetchInto(sink, name, direction, signal, setBytes))
	}
	return {
		bytes,
		said,
		run(direction) {
			if (under.current) return
			under.current = new AbortController()
			setSaid(null)
			act(direction, under.current)
				.catch((fault) => {
					reportError(fault)
					setSaid(bad(texts.failed))
				})
				.finally(() => {
					under.current = null
					setBytes(null)
				})
		},
		cancel: () => under.current?.abort(),
	}
}
