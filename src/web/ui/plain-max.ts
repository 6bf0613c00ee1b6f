/** Up to this many cards a list is simply drawn: the browser finds words in all of them. */
export const PLAIN_MAX = 60
