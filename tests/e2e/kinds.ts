// Browser needs of the test files, by file name.

/** Tests of the installed app and its storage: they need full Chromium. */
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

/** Tests without a service worker, which run a third faster. */
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

/** Tests of animations. The others reduce motion, which makes them an eighth faster. */
export const WITH_MOTION = [
	'journey',
	'knowledge-test',
	'layout-shift',
	'long-lists',
	'navigation',
	'settings',
]
