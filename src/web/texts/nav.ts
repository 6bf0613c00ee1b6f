import { inLanguage } from './language.ts'

/** What stands around every page. */
export const nav = inLanguage('nav', {
	skip: 'Skip to content',
	main: 'Main',
	login: 'Login',
	register: 'Register',
})
