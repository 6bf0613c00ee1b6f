// ofetch names undici's types for a setting of Node alone, and those bring all of Node's into every area that fetches.
// Where undici is not installed they are missing; this is the same where another package has brought it along.
export type Dispatcher = never
