import { inLanguage } from './language.ts'

/** How the app comes to the home screen. */
export const installing = inLanguage('installing', {
	offer: 'Keep Evenhand at hand',
	offerWhy: 'It opens like any other app, also without a connection.',
	notNow: 'Not now',
	showHow: 'Show me how',
	install: 'Install',
	installApp: 'Install the app',
	byHand: 'Add Evenhand to your Home Screen',
	steps: [
		"Tap Share in your browser's bar: the square with an arrow pointing up.",
		'Scroll down and tap “Add to Home Screen”.',
		'Tap “Add”.',
	],
	close: 'Close',
})
