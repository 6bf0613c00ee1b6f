// Imported before a program: seconds pass whenever it reads the clock, so that it gives up at once on a folder that stays locked.

const START = Date.now()
let reads = 0
Date.now = () => START + 2500 * ++reads

export {}
