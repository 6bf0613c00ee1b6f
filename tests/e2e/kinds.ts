// What the files of browser tests are about, by their names: each has what it needs of a browser, and no more.

/** These are about the app as it is installed, with what the browser keeps of it: they have the whole Chromium. */
export const OF_INSTALLED = [
	'background-sync',
	'bad-luck',
	'faults',
	'first-visit',
	'install',
	'knowledge-test-offline',
	'network',
	'offline',
	'offline-content',
	'updates',
	'updates-knowledge-test',
	'worker',
	'your-data',
	'your-data-lost',
]

/**
 * These are not about the worker: without it they take a third less. The back-office's candidates stay with it, and show
 * that its pages are served beside it.
 */
export const WITHOUT_WORKER = [
	'accounts',
	'admin-boxes',
	'admin-candidates',
	'admin-dashboard',
	'admin-elections',
	'admin-exchange',
	'admin-extraction',
	'admin-extraction-quiz',
	'admin-extraction-review',
	'admin-history',
	'admin-journey',
	'admin-policies',
	'admin-policy-stats',
	'admin-quizzes',
	'admin-test-feedback',
	'admin-test-management',
	'admin-users',
	'admin-weights',
	'consent',
	'forced-colors',
	'forgot-password',
	'keyboard',
	'knowledge-test-refused',
	'knowledge-test-screens',
	'large-text',
	'messages',
	'moderator',
	'quiz-pauses',
	'results',
	'results-share',
	'results-states',
	'screens',
	'sync-status',
	'translation',
	'two-devices',
]

/** These are about what moves, or measure it. The rest are as for a person who wants no motion: an eighth less. */
export const WITH_MOTION = [
	'journey',
	'knowledge-test',
	'layout-shift',
	'long-lists',
	'navigation',
	'settings',
]
