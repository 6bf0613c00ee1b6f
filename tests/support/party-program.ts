/** A text with five commitments under headings, longer than the minimum of 50 words. */
export const PARTY_PROGRAM = `# Education
We will hire 2,000 new teachers by 2030 for the public schools of the state.
We will pay for free school meals for every child in primary school.
# Economy
We will raise the minimum wage to fifteen dollars an hour by 2029.
We will cut the payroll tax for small businesses with fewer than ten employees.
# Environment
We will ban the sale of single-use plastic bags in all shops from 2028.
`
