// Import before a program: advances the clock by seconds on each read, so that waits for a locked folder time
// out at once.

const START = Date.now()
let reads = 0
Date.now = () => START + 2500 * ++reads

export {}
