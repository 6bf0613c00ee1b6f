import {
	CLEANUP_HOURS,
	RATE_WINDOW_MAX_HOURS,
	RESET_LINK_MINUTES,
	RESTORE_DAYS,
	SCORED_MIN,
	SIGN_IN_DAYS,
	SNAPSHOTS_KEPT,
	TEST_UNUSED_DAYS,
} from '#domain/limits.ts'
import { inLanguage } from '../language.ts'

/** Says the same as "Data and retention" in `server/README.md`. */
export const about = inLanguage('about', {
	title: 'About Evenhand',
	what: {
		title: 'What this is',
		intro:
			'Evenhand helps you compare candidates by their policies. You answer statements without seeing whose they are. Then you see who is closest to your views.',
		texts: [
			'The knowledge test works the other way. You see a policy and guess whose it is.',
			'Evenhand does not tell you how to vote. It has no ads or trackers and sets no cookies.',
		],
	},
	score: {
		title: 'How a score comes about',
		texts: [
			'Statements are drawn at random. Each candidate gets the same number, as far as we know their positions.',
			'We compare each answer with the candidate’s position on that statement. The same answer counts 100%, the opposite counts 0%, and the steps between count in between.',
			'The score is the average over the statements you answered. A statement with a higher weight counts more. Your results show every weight.',
			'A statement you skip does not count. If we do not know a candidate’s position, that statement does not count for them. The results then show the lowest and the highest score they could have.',
			'In some quizzes you only pick policies. The score then compares what your picks give a candidate with the most that as many picks could give.',
			`A candidate needs ${SCORED_MIN} answered statements for a score, or all of them if fewer are asked.`,
			'The same answers always give the same score. You can save a receipt, so anyone can check the math.',
		],
	},
	stored: {
		title: 'What is stored, where, and for how long',
		yours: 'If you have an account, you can download or erase your data under “Your data.”',
		server: 'On the server',
		device: 'In your browser',
		pictures:
			'Pictures of candidates may come from other websites. Those sites then see your network address.',
	},
	/** Name, content, and retention of each kind of data. */
	onServer: {
		account: [
			'Your account',
			'Your username, email address, and role. Of your password, we keep only a hash: a code that cannot be turned back.',
			`Until you erase it. If an administrator deletes it, it is gone after ${RESTORE_DAYS} days.`,
		],
		quizzes: [
			'Your quizzes',
			'Your answers, when you gave them, how long you took, and what you agreed to.',
			'As long as your account. They are erased with it.',
		],
		tests: [
			'Knowledge tests',
			'Your guesses and how long you took. Your age group, gender, and feedback, if you give them. No name or account is stored with a test.',
			`No end date. A test without a guess or feedback is deleted after ${TEST_UNUSED_DAYS} days.`,
		],
		resets: [
			'Links for a new password',
			'A hash of the link. If the server sends no mail, administrators can see the link to pass it on.',
			`At most ${RESET_LINK_MINUTES + 60 * CLEANUP_HOURS} minutes.`,
		],
		counts: [
			'Network addresses',
			'To stop abuse, we count calls from an address and tries to sign in.',
			`At most ${RATE_WINDOW_MAX_HOURS + CLEANUP_HOURS} hours.`,
		],
		changes: [
			'Log of changes',
			'Who changed what, and when: the work of administrators, new accounts, and new passwords.',
			'No end date. When an account is erased, its name is removed here too.',
		],
		logs: [
			'Server log',
			'Errors and events without names, addresses, or answers. If the server sends no mail, links for new passwords are here too, with the username.',
			'The operator decides.',
		],
		backups: [
			'Backups',
			'Copies of all this, apart from the server log.',
			`The operator decides. A small installation also keeps its last ${SNAPSHOTS_KEPT} hourly copies. Erased data stays in a copy until a newer one replaces it.`,
		],
	},
	onDevice: {
		quizzes: [
			'Your quizzes and tests',
			'A copy of your answers, guesses, and results, your notes, and the elections you opened.',
			'Until you remove them under “Your data” or clear your browser. On a shared device, until you sign out.',
		],
		signIn: [
			'Your sign-in',
			'Your username, email address, and the token that signs you in.',
			`Until you sign out. The token works for ${SIGN_IN_DAYS} days. On a shared device, it ends with the tab.`,
		],
		settings: [
			'Settings',
			'Theme, motion, and language.',
			'Until you clear your browser. They stay when you sign out.',
		],
		app: [
			'The app',
			'Its program files and pictures of candidates, so that it opens offline.',
			'Until a new version replaces them or you clear your browser.',
		],
	},
	operator: {
		title: 'Who runs this installation',
		name: 'Operator',
		contact: 'Contact',
		missing: 'The operator of this installation has not filled this in yet.',
		loading: 'Loading who runs this installation',
		offline: 'You are offline. Connect once to see who runs this installation.',
		failed: 'We could not load who runs this installation.',
	},
	toTest: 'Go to the test',
	toElections: 'Go to the elections',
})
