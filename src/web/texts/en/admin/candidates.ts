export const candidates = {
	about: 'Who stands in which election, and how many policies are known of them.',
	create: 'New candidate',
	noun: 'candidate',
	search: 'Search candidates',
	ofElection: 'Election',
	allElections: 'All elections',
	empty: 'No candidates found...',
	failed: 'Unable to load candidates. Please try again.',
	detailsFailed: 'Unable to load candidate details. Please try again.',
	createFailed: 'Unable to create candidate. Please try again.',
	updateFailed: 'Unable to update candidate. Please try again.',
	deleteFailed: 'Unable to delete candidate. Please try again.',
	electionsFailed: 'Unable to load elections. Please try again.',
	created: (name: string) => `“${name}” was made.`,
	saved: (name: string) => `“${name}” was saved.`,
	createTitle: 'New candidate',
	editTitle: (name: string) => `Edit ${name}`,
	website: 'Website',
	nowhere: 'In no election',
	unknownElection: 'An election that could not be read',
	policies: (count: number) => (count === 1 ? '1 policy' : `${count} policies`),
	validated: (count: number) => `${count} validated`,
	viewPolicies: 'View policies',
	importPolicies: 'Import policies',
	fields: {
		name: 'Name',
		website: 'Website',
		party: 'Party',
		logo: 'Logo',
		elections: 'Elections',
	},
	websiteHint: 'With https:// in front.',
	logo: {
		url: 'Logo URL',
		hint: (size: string) =>
			`An address with https:// in front, or a picture of yours: PNG, JPEG, WebP, GIF or AVIF, at most ${size}.`,
		upload: 'Upload a picture',
		uploading: 'Uploading…',
		saving: 'The candidate is being saved. A picture can be chosen afterwards.',
		wait: 'The picture is still being uploaded. Save when it is there.',
		tooBig: (size: string) => `This picture is too big: at most ${size}.`,
		unreadable: 'This file could not be read.',
		failed: 'The picture could not be uploaded. Please try again.',
		remove: 'Remove logo',
		preview: 'Preview',
	},
	elections: {
		add: 'Add an election',
		addHint: 'Type the name of an election…',
		primary: 'Primary',
		makePrimary: 'Make primary',
		remove: 'Remove',
	},
	removeTitle: (name: string) => `Delete “${name}”?`,
	consequences: {
		policies: (count: number) =>
			count === 1 ? '1 policy is deleted with them.' : `${count} policies are deleted with them.`,
		noPolicies: 'No policy is deleted with them.',
		quizzes: (count: number, names: string) =>
			`${count === 1 ? '1 compare quiz goes' : `${count} compare quizzes go`} on without them: ${names}.`,
		invalidQuizzes: (count: number) =>
			count === 1
				? '1 of them would compare fewer than two candidates, and cannot be taken any more.'
				: `${count} of them would compare fewer than two candidates, and cannot be taken any more.`,
		testConfigurations: (count: number) =>
			count === 1
				? '1 pair of the knowledge test is no longer active.'
				: `${count} pairs of the knowledge test are no longer active.`,
	},
}
