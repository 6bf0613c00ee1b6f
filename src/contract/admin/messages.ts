/** Messages of the back-office, by code, as in `../messages.ts`. English only. */
export const ADMIN_MESSAGES = {
	'changed-meanwhile': 'Somebody else changed this in the meantime.',
	'not-deleted': 'This is not deleted.',
	'candidate-gone': 'This candidate no longer exists',
	'candidate-not-in-election': '{name} does not stand in this election',
	'election-gone': 'This election no longer exists',
	'elections-gone': 'One of these elections no longer exists',
	'quiz-election-deleted': 'The election of this quiz is deleted: restore that first.',
	'policy-candidate-deleted': 'The candidate of this policy is deleted: restore them first.',
	'policy-id-taken': 'There is a policy with this id already.',
	'weight-unchanged': 'Weight must differ from the current weight',
	'own-account': 'You cannot delete your own account here.',
	'own-administrator-role': 'You cannot take the administrator role from yourself.',

	'picture-gone': 'This picture is no longer there: choose it again',
	'picture-moves': 'This picture moves: choose one that stands still',
	'picture-svg': 'SVG is not taken: save the picture as PNG',
	'picture-too-large': 'A picture may have at most 512 KB',
	'picture-too-many-pixels': 'This picture has more than 25 million pixels',
	'picture-unknown': 'This is no picture in PNG, JPEG, WebP, GIF or AVIF',

	'test-candidate-deleted': '{name} is deleted: restore this candidate first.',
	'test-candidate-without-policy': '{name} has no validated policy for the test to ask about.',
	'test-needs-configuration':
		'Please create at least one test configuration before enabling the feature',
	'test-pair-exists': 'There is a test of these two candidates already',
	'test-pair-same': 'Please select different candidates',

	'extraction-id-taken': 'There is another extraction with this id.',
	'extraction-saved': 'Policies of this extraction were saved already.',
	'extraction-source-too-large': 'The source must be at most 5 MB',
	'extraction-source-too-short': 'Please provide more content (at least {least} words)',
	'extraction-url-invalid': 'Please enter a valid URL',
	'too-many-extractions': 'Too many extractions are waiting. Please try again later.',
} as const
