import { setTimeout as sleep } from 'node:timers/promises'
import type { QuizState } from '#contract/quiz.ts'
import { retryDelay } from '#device/sync/backoff.ts'
import { classifyFailure } from '#device/sync/reply-policy.ts'
import type { Failure } from '#http/failure.ts'
import { type Device, type Entry, headersOf, type SendQueue } from './device.ts'
import { type Ledger, noteFailure } from './ledger.ts'
import type { Send } from './wire.ts'

interface BatchReply {
	readonly outcomes: readonly { readonly status: number }[]
}

const noteSent = (ledger: Ledger, entries: readonly Entry[]): void => {
	for (const { step, key } of entries) if (step.effect !== null) ledger.sent.add(key)
}

const acknowledge = (ledger: Ledger, device: Device, { step, key, dueAt }: Entry): void => {
	if (step.effect !== null) ledger.acknowledged.set(key, step.effect())
	ledger.done.push({ dueAt, doneAt: performance.now(), isWrite: step.effect !== null })
	device.queue.shift()
	ledger.waiting--
}

/** @returns the failure, or null if the entry is settled. */
const sendOne = async (
	send: Send,
	ledger: Ledger,
	device: Device,
	entry: Entry,
): Promise<Failure | null> => {
	noteSent(ledger, [entry])
	const began = performance.now()
	const answer = await send(entry.step.request(), headersOf(device, entry))
	ledger.requests += answer.requests
	if (!answer.ok) return answer.failure
	ledger.served.push(performance.now() - began)
	// Parsed only if needed: it would take CPU from the server.
	if (entry.step.read || (entry.step.inBatch && device.atOnce === 1)) {
		const reply = answer.reply()
		entry.step.read?.(reply)
		device.atOnce = (reply as QuizState).batch ?? 1
	}
	acknowledge(ledger, device, entry)
	return null
}

/** Entries at the head of the queue that fit in a batch. Fewer than two are sent individually. */
const companionsOf = (device: Device): Entry[] => {
	const others = device.queue.findIndex(({ step }) => !step.inBatch)
	return device.queue.slice(0, Math.min(others === -1 ? Infinity : others, device.atOnce))
}

/** @returns the failure, or null if the server processed at least one entry. */
const sendBatch = async (
	send: Send,
	ledger: Ledger,
	device: Device,
	entries: readonly Entry[],
): Promise<Failure | null> => {
	noteSent(ledger, entries)
	const { path = '', sessionId } = entries[0]?.step.inBatch?.() ?? {}
	const operations = entries.map(({ step, key, seq }) => ({
		...{ key, seq },
		...step.inBatch?.().operation,
	}))
	const body = { ...(sessionId && { sessionId }), stream: device.stream, operations }
	const began = performance.now()
	const answer = await send({ method: 'POST', path, body }, headersOf(device, null))
	ledger.requests += answer.requests
	if (!answer.ok) return answer.failure
	ledger.served.push(performance.now() - began)
	const { outcomes } = answer.reply() as BatchReply
	for (const [index, { status }] of outcomes.entries()) {
		const entry = entries[index]
		if (entry === undefined) break
		if (status !== 200) ledger.refused++
		if (status === 200) acknowledge(ledger, device, entry)
		else {
			device.queue.shift()
			ledger.waiting--
		}
	}
	return null
}

/**
 * Sends as the app does: sequentially, in batches if the server supports them. Uses the app's own failure
 * classification and backoff.
 */
export const sendAsApp: SendQueue = async (device, { send, ledger: current }) => {
	let tries = 0
	for (let entry = device.queue[0]; entry !== undefined; entry = device.queue[0]) {
		const ledger = current()
		const together = companionsOf(device)
		const failure =
			together.length > 1
				? await sendBatch(send, ledger, device, together)
				: await sendOne(send, ledger, device, entry)
		if (failure === null) {
			tries = 0
			continue
		}
		noteFailure(ledger, failure)
		const verdict = classifyFailure(failure)
		if (together.length > 1) device.atOnce = 1
		if (verdict.do === 'retry') await sleep(retryDelay(tries++, verdict.floorMs, Math.random()))
		else if (verdict.do === 'ask-again') await sleep(verdict.waitMs)
		else if (together.length < 2) {
			tries = 0
			ledger.refused++
			device.queue.shift()
			ledger.waiting--
		}
	}
}
