/** True if a page reports the voter's consent to the new version. All other messages are ignored. */
export const isConsent = (message: unknown): boolean =>
	typeof message === 'object' &&
	message !== null &&
	'type' in message &&
	message.type === 'SKIP_WAITING'
