/** By which name the store keeps until when the server wants nothing of a voter. Coming online does not shorten it. */
export const holdKey = (userId: string): string => `hold/${userId}`
