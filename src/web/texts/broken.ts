import { inLanguage } from './language.ts'

/** What stands in place of a page that could not be drawn. It is there from the start, since nothing can be loaded then. */
export const broken = inLanguage('broken', {
	title: 'Unexpected Application Error',
	offline: 'You are offline, and this page is not on this device yet. Connect and try again.',
	stale: 'A newer version of Evenhand is out. Reload to get it.',
	unavailable:
		'This page could not be loaded: the server cannot be reached, or has trouble. Try again in a moment.',
	bug: 'Something in the app went wrong. Reload, or start again from the elections.',
	/** Not where the browser stores nothing. */
	kept: 'Everything you answered is kept.',
	again: 'Try Again',
	reload: 'Reload',
	start: 'Go to start',
})
