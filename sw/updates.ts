/** Whether a page says that its voter wants the new version now. Whatever else pages send is ignored. */
export const isConsent = (message: unknown): boolean =>
	typeof message === 'object' &&
	message !== null &&
	'type' in message &&
	message.type === 'SKIP_WAITING'
