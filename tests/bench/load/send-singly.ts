import { setTimeout as sleep } from 'node:timers/promises'
import { retryDelay } from '#local/sync/back-off.ts'
import { verdictOn } from '#local/sync/verdict.ts'
import { type Entry, headersOf, type SendQueue } from './device.ts'
import { type Ledger, noteFailure } from './ledger.ts'
import type { Answer } from './wire.ts'

/** Notes an answer that settles an entry. */
const acknowledge = (ledger: Ledger, { step, key, dueAt }: Entry, answer: Answer): void => {
	if (answer.ok) step.read?.(answer.reply())
	if (step.effect !== null) ledger.acknowledged.set(key, step.effect())
	ledger.done.push({ dueAt, doneAt: performance.now(), isWrite: step.effect !== null })
}

/**
 * One entry a call, the next one when the one before is settled. What is not taken is judged and put off by the app's own
 * functions.
 */
export const sendSingly: SendQueue = async (device, { send, ledger: current }) => {
	let tries = 0
	for (let entry = device.queue[0]; entry !== undefined; entry = device.queue[0]) {
		const ledger = current()
		ledger.requests++
		if (entry.step.effect !== null) ledger.sent.add(entry.key)
		const began = performance.now()
		const answer = await send(entry.step.request(), headersOf(device, entry))
		if (answer.ok) {
			ledger.served.push(performance.now() - began)
			acknowledge(ledger, entry, answer)
		} else {
			noteFailure(ledger, answer.failure)
			const verdict = verdictOn(answer.failure)
			if (verdict.do === 'retry') {
				await sleep(retryDelay(tries++, verdict.floorMs, Math.random()))
				continue
			}
			if (verdict.do === 'ask-again') {
				await sleep(verdict.waitMs)
				continue
			}
			ledger.refused++
		}
		tries = 0
		device.queue.shift()
		ledger.waiting--
	}
}
