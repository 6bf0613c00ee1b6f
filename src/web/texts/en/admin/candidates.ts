export const candidates = {
	about: 'Who runs in which election, and how many policies each has.',
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
	created: 'Candidate added.',
	saved: (name: string) => `“${name}” was saved.`,
	createTitle: 'New candidate',
	editTitle: (name: string) => `Edit ${name}`,
	website: 'Website',
	nowhere: 'Not in any election',
	unknownElection: 'An election that could not be loaded',
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
	websiteHint: 'Start with https://.',
	logo: {
		url: 'Logo URL',
		hint: (size: string) =>
			`An address that starts with https://, or a picture you upload: PNG, JPEG, WebP, GIF, or AVIF, at most ${size}.`,
		upload: 'Upload a picture',
		uploading: 'Uploading…',
		saving: 'The candidate is being saved. You can choose a picture after that.',
		wait: 'The picture is still uploading. Save when it is done.',
		tooBig: (size: string) => `This picture is too large. It can have at most ${size}.`,
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
			count === 1 ? '1 policy will be deleted too.' : `${count} policies will be deleted too.`,
		noPolicies: 'No policies will be deleted.',
		quizzes: (count: number, names: string) =>
			`${count === 1 ? '1 compare quiz continues' : `${count} compare quizzes continue`} without this candidate: ${names}.`,
		invalidQuizzes: (count: number) =>
			count === 1
				? '1 of them would have fewer than two candidates. Voters can no longer take it.'
				: `${count} of them would have fewer than two candidates. Voters can no longer take them.`,
		testConfigurations: (count: number) =>
			count === 1
				? '1 knowledge test will be turned off.'
				: `${count} knowledge tests will be turned off.`,
	},
}
