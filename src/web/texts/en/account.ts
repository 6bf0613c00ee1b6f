import { inLanguage } from '../language.ts'

export const account = inLanguage('account', {
	tagline: 'Compare policies objectively, without bias',
	noConnection: 'No connection. This needs one; after that, saved elections work without.',
	keptBefore: 'What you answered here before is kept.',
	show: (field: string) => `Show ${field}`,
	hide: (field: string) => `Hide ${field}`,
	failed: 'An error occurred. Please try again.',
	networkError: 'Network error. Please check your connection.',
	// Sign-in
	signInTitle: 'Sign in',
	welcome: 'Welcome back',
	username: 'Username',
	password: 'Password',
	remember: 'Remember me',
	forgot: 'Forgot password',
	signIn: 'Sign in',
	signingIn: 'Signing in...',
	newHere: 'New to Evenhand?',
	registerNow: 'Register now',
	ended: 'Your session has ended.',
	/** Shown for erased accounts and for accounts that a restored backup lacks. */
	gone: 'The server no longer has your account, so you have been signed out. What you answered stays on this device.',
	/** @param unsent formatted count. */
	goneUnsent: (unsent: string, count: number) =>
		`${unsent} ${count === 1 ? 'was' : 'were'} never sent.`,
	/** @param unsent formatted count. */
	kept: (unsent: string, count: number) =>
		`${unsent} ${count === 1 ? 'is' : 'are'} saved on this device and will be sent after you sign in.`,
	badCredentials: 'Invalid username or password',
	noAnswer: 'Connection error. Please try again.',
	loginFailed: 'Login failed. Please try again.',
	// Registration
	create: 'Create Account',
	email: 'Email',
	confirm: 'Confirm password',
	register: 'Register',
	creating: 'Creating Account...',
	haveAccount: 'Already have an account? Sign in',
	registerFailed: 'Registration failed. Please try again.',
	// Password reset
	askForLink: 'Enter the email address of your account to ask for a link to set a new password.',
	send: 'Send',
	sending: 'Sending...',
	noLinks: 'This server sends no links. Ask an administrator for help.',
	backToSignIn: 'Back to sign in',
	newPasswordTitle: 'Set a new password',
	newPassword: 'New password',
	set: 'Set password',
	setting: 'Setting...',
	newLink: 'Ask for a new link',
})
